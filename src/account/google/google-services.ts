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

/** The globals that Google's script defines. It defines `id` and `oauth2` one after the other. */
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

/** Loads the script of Google Identity Services (GIS) once, and waits for its two parts. After a failure, the next call loads it again. */
export function createGisLoader({ src, document, window, clock }: GisLoaderDeps): GisLoader {
  let script: { readonly element: HTMLScriptElement; hasFailed: boolean } | undefined

  function addScript() {
    const addedScript = { element: document.createElement('script'), hasFailed: false }
    addedScript.element.src = src
    addedScript.element.async = true
    addedScript.element.addEventListener('error', () => {
      addedScript.hasFailed = true
    })
    document.head.append(addedScript.element)
    return addedScript
  }

  async function waitForApi<T>(readApi: () => T | undefined, failure: GoogleFailure): Promise<Result<T, GoogleFailure>> {
    const presentApi = readApi()
    if (presentApi !== undefined) return ok(presentApi)
    const usedScript = (script ??= addScript())
    for (let poll = 0; poll < GIS_POLLS_MAX && !usedScript.hasFailed; poll += 1) {
      await clock.sleep(GIS_POLL_MS, neverAborted())
      const loadedApi = readApi()
      if (loadedApi !== undefined) return ok(loadedApi)
    }
    usedScript.element.remove()
    if (script === usedScript) script = undefined
    return fail(failure)
  }

  return {
    id: () => waitForApi(() => window.google?.accounts?.id, GOOGLE_FAILURES.identityNotLoaded),
    oauth2: () => waitForApi(() => window.google?.accounts?.oauth2, GOOGLE_FAILURES.oauthNotLoaded),
  }
}

let loader: GisLoader | undefined

/** Returns the page's loader of Google's script. There is one per page. */
export function getGisLoader(src: string): GisLoader {
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
  settingsRequest ??= requestSettings()
  return settingsRequest
}

async function requestSettings(): Promise<GoogleSettings | null> {
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
