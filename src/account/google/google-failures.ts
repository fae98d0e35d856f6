import type { AppErrorCode } from '#shared/result.ts'
import { ERROR_CATALOGUE } from '#shared/api/error-codes.ts'
import { codeText } from '#src/platform/error-text.ts'

/** A failure of the Google sign-in; `text` is shown where the error table has nothing for the code. */
export interface GoogleFailure {
  readonly code: string
  readonly text: string
}

/** Messages about Google that do not come from the server. */
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
