import { z } from 'zod/mini'
import type { ApiClient } from '#shared/api/client.ts'
import type { CallInput } from '#shared/api/define-call.ts'
import { type AppError, type AppErrorCode, type Result, fail, ok } from '#shared/result.ts'
import { type LoggedIn, logInByThirdParty } from '#shared/api/auth.ts'
import { UNKNOWN_CODE, ERROR_CATALOGUE } from '#shared/error-codes.ts'
import { codeText } from '#src/i18n/i18n.ts'

type GoogleWay = 'google' | 'one_tap'

export interface GoogleLoginDeps {
  readonly api: ApiClient
  readonly onLoggedIn: (loggedIn: LoggedIn, way: GoogleWay) => Promise<void>
  readonly onRefused: (code: AppErrorCode, way: GoogleWay) => Promise<void>
  /** The text for a failure for which the server has sent no reason. */
  readonly failedText: () => string
}

interface GoogleLogin {
  byCredential(credential: string, way: GoogleWay): Promise<Result<void, GoogleFailure>>
  byCode(code: string): Promise<Result<void, GoogleFailure>>
}

/** Sends Google's credential to the server. */
export function createGoogleLogin({ api, onLoggedIn, onRefused, failedText }: GoogleLoginDeps): GoogleLogin {
  async function logIn(input: CallInput<typeof logInByThirdParty>, way: GoogleWay): Promise<Result<void, GoogleFailure>> {
    const answer = await api.call(logInByThirdParty, input)
    try {
      await (answer.ok ? onLoggedIn(answer.value, way) : onRefused(answer.error.code, way))
    } catch (error) {
      console.error('The Google login could not be completed.', error)
      return fail(GOOGLE_FAILURES.notProcessed)
    }
    // The account needs a second factor. The form asks for it, so this is no failure.
    if (answer.ok || answer.error.code === 'SECOND_FACTOR_NEEDED') return ok(undefined)
    return fail(toGoogleFailure(answer.error, failedText))
  }

  return {
    async byCredential(credential, way) {
      const claims = decodeCredential(credential)
      if (!claims.ok) return claims
      const oneTapParam = way === 'one_tap' ? { oneTap: true } : {}
      return logIn({ provider: 'google', token: credential, additionalParams: { type: 'jwt', ...oneTapParam } }, way)
    },
    byCode: (code) => logIn({ provider: 'google', token: code }, 'google'),
  }
}

function toGoogleFailure({ code, message }: AppError, failedText: () => string): GoogleFailure {
  if (code === UNKNOWN_CODE && message !== undefined) return { code: 'server', text: message }
  if (code === UNKNOWN_CODE || code === 'answer_malformed') return { code: 'google_login_failed', text: failedText() }
  return { code, text: message ?? failedText() }
}

const JWT_PART_COUNT = 3
const claimsSchema = z.record(z.string(), z.unknown())

/** The claims in a credential. They are not verified here: only the server checks the signature. */
export function decodeCredential(credential: string): Result<Readonly<Record<string, unknown>>, GoogleFailure> {
  const parts = credential.split('.')
  const [, payload] = parts
  if (parts.length !== JWT_PART_COUNT || parts.includes('') || payload === undefined) return fail(GOOGLE_FAILURES.tokenShape)
  try {
    const claims = claimsSchema.safeParse(JSON.parse(fromBase64Url(payload)))
    return claims.success ? ok(claims.data) : fail(GOOGLE_FAILURES.credentialShape)
  } catch {
    return fail(GOOGLE_FAILURES.credentialShape)
  }
}

function fromBase64Url(text: string): string {
  const letters = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  const bytes = Uint8Array.from(letters, (letter) => letter.codePointAt(0) ?? 0)
  return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
}

/** A failure of the sign-in with Google. `text` is shown if the error table has no text for `code`. */
export interface GoogleFailure {
  readonly code: string
  readonly text: string
}

/** Failures of Google's scripts, which the server does not report. */
export const GOOGLE_FAILURES = {
  notReady: { code: '40002' satisfies AppErrorCode, text: ERROR_CATALOGUE['40002'].text },
  identityNotLoaded: { code: 'google_identity_not_loaded', text: 'Google Identity Services failed to load' },
  oauthNotLoaded: { code: 'google_oauth_not_loaded', text: 'Google OAuth2 Services failed to load' },
  notStarted: { code: 'google_not_started', text: 'Failed to start Google authentication' },
  failed: { code: 'google_failed', text: 'Google authentication failed' },
  noCode: { code: 'google_no_code', text: 'No authorization code received from Google' },
  notProcessed: { code: 'google_not_processed', text: 'Failed to process Google authentication' },
  tokenShape: { code: 'google_token_shape', text: 'Invalid JWT format' },
  credentialShape: { code: 'google_credential_shape', text: 'Invalid credential format' },
} as const satisfies Record<string, GoogleFailure>

export function failureText({ code, text }: GoogleFailure): string {
  return codeText(code, text)
}
