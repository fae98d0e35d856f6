import { type Result, fail, ok } from '#shared/result.ts'
import { type Clock, systemClock } from '#shared/clock.ts'
import { GIS_POLL_MS, GIS_POLLS_MAX } from '#shared/domain/google-rules.ts'
import { neverAborted } from '#shared/never-aborted.ts'
import { requestAppInfo } from '#src/hub-client/app-info.ts'
import { addTexts } from '#src/i18n/i18n.ts'
import { retryUntilSuccess } from '#src/browser/retry.ts'
import { proxy } from '#src/store/state.ts'
import { type GoogleFailure, GOOGLE_FAILURES } from './google-login.ts'

export type GoogleIdApi = Pick<typeof google.accounts.id, 'initialize' | 'prompt' | 'renderButton' | 'cancel'>
export type GoogleOauthApi = Pick<typeof google.accounts.oauth2, 'initCodeClient'>

/** The globals that Google's script defines, one after the other. */
export interface GisWindow {
  readonly google?: { readonly accounts?: { readonly id?: GoogleIdApi; readonly oauth2?: GoogleOauthApi } }
}

export interface GisLoader {
  id(): Promise<Result<GoogleIdApi, GoogleFailure>>
  oauth2(): Promise<Result<GoogleOauthApi, GoogleFailure>>
}

interface GisLoaderDeps {
  readonly src: string
  readonly document: Pick<Document, 'createElement' | 'head'>
  readonly window: GisWindow
  readonly clock: Pick<Clock, 'sleep'>
}

/** Loads Google's script once and waits for its two parts. After a failure, the next call loads it again. */
export function createGisLoader({ src, document, window, clock }: GisLoaderDeps): GisLoader {
  let script: { readonly element: HTMLScriptElement; hasFailed: boolean } | undefined

  function addScript() {
    const added = { element: document.createElement('script'), hasFailed: false }
    added.element.src = src
    added.element.async = true
    added.element.addEventListener('error', () => {
      added.hasFailed = true
    })
    document.head.append(added.element)
    return added
  }

  async function untilThere<T>(read: () => T | undefined, failure: GoogleFailure): Promise<Result<T, GoogleFailure>> {
    const there = read()
    if (there !== undefined) return ok(there)
    const used = (script ??= addScript())
    for (let poll = 0; poll < GIS_POLLS_MAX && !used.hasFailed; poll += 1) {
      await clock.sleep(GIS_POLL_MS, neverAborted())
      const found = read()
      if (found !== undefined) return ok(found)
    }
    used.element.remove()
    if (script === used) script = undefined
    return fail(failure)
  }

  return {
    id: () => untilThere(() => window.google?.accounts?.id, GOOGLE_FAILURES.identityNotLoaded),
    oauth2: () => untilThere(() => window.google?.accounts?.oauth2, GOOGLE_FAILURES.oauthNotLoaded),
  }
}

let loader: GisLoader | undefined

/** Returns the page's loader of Google's script. There is one per page. */
export function pageGis(src: string): GisLoader {
  loader ??= createGisLoader({ src, document, window: globalThis, clock: systemClock })
  return loader
}

export interface GoogleSettings {
  readonly clientId: string
  readonly gisSrc: string
}

/** The server's settings for the sign-in with Google: undefined until the server has answered; null if the sign-in is off. */
export const googleState = proxy<{ settings: GoogleSettings | null | undefined }>({ settings: undefined })

let settingsRequest: Promise<GoogleSettings | null> | undefined

/** Requests the settings, and retries until the server has answered. Also loads the texts of the sign-in. */
export function loadGoogleSettings(): Promise<GoogleSettings | null> {
  settingsRequest ??= ask()
  return settingsRequest
}

async function ask(): Promise<GoogleSettings | null> {
  let settings: GoogleSettings | null = null
  await retryUntilSuccess(async () => {
    const info = await requestAppInfo()
    if (info === undefined) return false
    const { googleClientId, gisSrc } = info
    settings = googleClientId === null || gisSrc === null ? null : { clientId: googleClientId, gisSrc }
    return settings === null || addTexts('google')
  })
  googleState.settings = settings
  return settings
}
