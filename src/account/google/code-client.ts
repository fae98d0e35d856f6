import type { Clock } from '#shared/clock.ts'
import { GOOGLE_CODE_RETRIES, GOOGLE_CODE_RETRY_PAUSE_MS, GOOGLE_SCOPE, GOOGLE_UX_MODE } from '#shared/domain/google-rules.ts'
import { type Result, fail, ok } from '#shared/result.ts'
import { neverAborted } from '#shared/never-aborted.ts'
import { type GoogleFailure, GOOGLE_FAILURES } from './google-login.ts'
import type { GisLoader } from './google-services.ts'

/** What Google's popup returned. `dismissed`: the user has closed it or declined; that is no error. */
export type CodeAnswer = { readonly kind: 'code'; readonly code: string } | { readonly kind: 'dismissed' }
type CodeResult = Result<CodeAnswer, GoogleFailure>
type Response = Partial<google.accounts.oauth2.CodeResponse>

export interface CodeClient {
  /** Prepares Google's client for the popup. After a failure, it can be called again. */
  initialise(): Promise<Result<void, GoogleFailure>>
  /** Opens the popup. If the client is ready, the popup opens synchronously, because browsers allow it only during a user action. */
  requestCode(): Promise<CodeResult>
}

interface CodeClientDeps {
  readonly gis: Pick<GisLoader, 'oauth2'>
  readonly clientId: string
  readonly clock: Pick<Clock, 'sleep'>
  readonly makeState: () => string
}

const DISMISSED_RESULT: CodeResult = ok({ kind: 'dismissed' })

/**
 *   uninitialised ──initialise(), script loaded──► initialised ──requestCode()──► popup ──► code | dismissed | failure
 *        └──requestCode(): up to 3 more tries, then the error 40002
 * One popup counts at a time: a newer one dismisses the one before. An answer with another `state` than the sent one is a failure.
 */
export function createCodeClient({ gis, clientId, clock, makeState }: CodeClientDeps): CodeClient {
  let client: google.accounts.oauth2.CodeClient | undefined
  let initialisation: Promise<Result<void, GoogleFailure>> | undefined
  let resolvePopup: ((result: CodeResult) => void) | undefined

  function resolveRequest(result: CodeResult): void {
    resolvePopup?.(result)
    resolvePopup = undefined
  }

  async function createClient(): Promise<Result<void, GoogleFailure>> {
    const oauth2 = await gis.oauth2()
    if (!oauth2.ok) return oauth2
    const state = makeState()
    client = oauth2.value.initCodeClient({
      client_id: clientId,
      scope: GOOGLE_SCOPE,
      ux_mode: GOOGLE_UX_MODE,
      state,
      callback: (response) => resolveRequest(readResponse(response, state)),
      error_callback: ({ type }) => resolveRequest(readError(type)),
    })
    return ok(undefined)
  }

  function initialise(): Promise<Result<void, GoogleFailure>> {
    if (client !== undefined) return Promise.resolve(ok(undefined))
    initialisation ??= createClient().finally(() => {
      initialisation = undefined
    })
    return initialisation
  }

  async function waitForClient(): Promise<google.accounts.oauth2.CodeClient | undefined> {
    for (let retry = 0; retry < GOOGLE_CODE_RETRIES; retry += 1) {
      void initialise()
      await clock.sleep(GOOGLE_CODE_RETRY_PAUSE_MS, neverAborted())
      if (client !== undefined) break
    }
    return client
  }

  return {
    initialise,
    async requestCode() {
      const readyClient = client ?? (await waitForClient())
      if (readyClient === undefined) return fail(GOOGLE_FAILURES.notReady)
      return new Promise((resolve) => {
        resolveRequest(DISMISSED_RESULT)
        resolvePopup = resolve
        try {
          readyClient.requestCode()
        } catch {
          resolveRequest(fail(GOOGLE_FAILURES.notStarted))
        }
      })
    },
  }
}

function readResponse({ code, error, state }: Response, expectedState: string): CodeResult {
  if (error === 'access_denied') return DISMISSED_RESULT
  if (error !== undefined && error !== '') return fail(GOOGLE_FAILURES.failed)
  if (code === undefined || code === '') return fail(GOOGLE_FAILURES.noCode)
  return state === expectedState ? ok({ kind: 'code', code }) : fail(GOOGLE_FAILURES.notProcessed)
}

function readError(type: google.accounts.oauth2.ClientConfigError['type']): CodeResult {
  if (type === 'popup_closed') return DISMISSED_RESULT
  return fail(type === 'popup_failed_to_open' ? GOOGLE_FAILURES.notStarted : GOOGLE_FAILURES.failed)
}
