import { removeInvisible } from './comparable-text.ts'
import { splitLocale } from './locale-prefix.ts'

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
const DAY_MS = 24 * 60 * MINUTE_MS

/** The maximum number of characters of a first or last name. */
export const NAME_MAX_LENGTH = 60
/** The maximum number of characters of a password that is entered for a login; no account has a longer one. */
export const ENTERED_PASSWORD_MAX_LENGTH = 1000
/** The maximum number of characters of an e-mail address. */
export const EMAIL_MAX_LENGTH = 254

/** Digits of an e-mail code. */
export const CODE_LENGTH = 6
/** How long an e-mail code is valid, in ms. */
export const CODE_LIFETIME_MS = 10 * MINUTE_MS
/**
 * Wrong tries per code: this many from the browser that requested the code, and this many from all other browsers together. A browser
 * without tries left is refused even with the right code.
 */
export const CODE_TRIES = 5
/** The shortest time between two codes to one address, in ms. */
export const CODE_RESEND_MS = 60 * SECOND_MS
/** How long the proof of a verified code is valid, in ms: the time to choose a name and a password. */
export const PROOF_LIFETIME_MS = 30 * MINUTE_MS

/** Digits of a code of an authenticator app. */
export const SECOND_FACTOR_LENGTH = 6
/** How long one code of an authenticator app is current, in ms. */
export const SECOND_FACTOR_STEP_MS = 30 * SECOND_MS
/** The allowed difference between the server's clock and the clock of an authenticator app, in steps of `SECOND_FACTOR_STEP_MS`. */
export const SECOND_FACTOR_STEPS_APART = 1
/** An unconfirmed set-up of an authenticator app ends after this time, in ms. */
export const SECOND_FACTOR_SETUP_LIFETIME_MS = 30 * MINUTE_MS
/**
 * Wrong codes of an authenticator app per day: this many from known browsers of the account, and this many from all other browsers
 * together.
 */
export const SECOND_FACTOR_TRIES_PER_DAY = 20
/** The number of recovery codes per authenticator app. */
export const RECOVERY_CODES = 10
/** Characters of a recovery code. */
export const RECOVERY_CODE_LENGTH = 12
/** The maximum number of characters of a passkey's name. */
export const PASSKEY_NAME_MAX_LENGTH = 60
/** The maximum number of passkeys of an account. */
export const PASSKEYS_OF_ACCOUNT = 20
/** A login that waits for its second step ends after this time, in ms. */
export const LOGIN_CHALLENGE_LIFETIME_MS = 10 * MINUTE_MS

/** How long after a login its session may change the logins of an account without a password, in ms. */
export const RECENT_LOGIN_MS = 15 * MINUTE_MS

/** The lifetime of the cookies with the visitor's token and the account's id after they were last set, in seconds. */
export const USER_TOKEN_LIFETIME_S = 31_536_000
/** A session ends after this time without a request, in ms. */
export const SESSION_LIFETIME_MS = 30 * DAY_MS
/** The value that is stored as the network of a session on the server's own computer. */
export const LOCAL_ADDRESS_BLOCK = 'local'
/** A browser or network counts as known to an account for this time after its last use, in ms. */
export const KNOWN_CALLER_RETENTION_MS = 90 * DAY_MS
/** The server stores a visitor without any data for this time after the visitor's first request, in ms. */
export const IDLE_VISITOR_RETENTION_MS = 90 * DAY_MS
/** The deletion of an account can be cancelled for this time, in ms. */
export const DELETION_GRACE_MS = 7 * DAY_MS

const EMAIL_PATTERN = /^[^\s@"<>(),;:\\[\]]{1,64}@[^\s@"<>(),;:\\[\]]+\.[^\s@"<>(),;:\\[\]]+$/

/** `\s` matches this character, so `EMAIL_PATTERN` would reject an address that contains it. */
const BYTE_ORDER_MARK = '\uFEFF'

/**
 * An e-mail address as a page sends it: without byte order marks, trimmed, lower case. Rule: docs/account.md, "Spellings of an address".
 */
export function normalizeEmail(text: string): string {
  return text.replaceAll(BYTE_ORDER_MARK, '').trim().toLowerCase()
}

/** Removes spaces, dashes and invisible characters from a typed authenticator or recovery code, and puts it in lower case. */
export function normalizeSecondFactor(text: string): string {
  return removeInvisible(text)
    .normalize('NFKC')
    .replaceAll(/[\s\p{Pd}]/gu, '')
    .toLowerCase()
}

const SECOND_FACTOR_PATTERN = new RegExp(`^(?:[0-9]{${SECOND_FACTOR_LENGTH}}|[a-z0-9]{${RECOVERY_CODE_LENGTH}})$`)

/** Whether a normalised text has the form of a code of an authenticator app or of a recovery code. */
export function isSecondFactor(code: string): boolean {
  return SECOND_FACTOR_PATTERN.test(code)
}

/** Whether a text has the form of an e-mail code. */
export function isEmailCode(code: string): boolean {
  return EMAIL_CODE_PATTERN.test(code)
}

const EMAIL_CODE_PATTERN = new RegExp(`^[0-9]{${CODE_LENGTH}}$`)

/** Whether a text has the form of an e-mail address. */
export function isEmail(text: string): boolean {
  return text.length <= EMAIL_MAX_LENGTH && EMAIL_PATTERN.test(text)
}

/**
 * Whether the address of a new account is well-formed. It may not end with a dot; addresses of existing accounts may. The server also
 * checks the domain.
 */
export function isAcceptedEmail(text: string): boolean {
  const email = normalizeEmail(text)
  return isEmail(email) && !email.endsWith('.')
}

/** The paths of pages whose logins are counted separately. Logins on other pages count as 'other'. */
export const LOGIN_SOURCES = ['/', '/home', '/image', '/start', '/template'] as const
type LoginSource = (typeof LOGIN_SOURCES)[number] | 'other'

/** The source of a login, by its path. Rule: docs/account.md, "Accounts". */
export function loginSource(pathname: string): LoginSource {
  const { path } = splitLocale(pathname)
  return LOGIN_SOURCES.find((source) => source === path) ?? 'other'
}
