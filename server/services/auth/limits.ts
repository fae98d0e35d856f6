import { NEWSLETTER_MAILS_PER_DAY, NEWSLETTER_WISHES_PER_HOUR } from '#shared/domain/newsletter-rules.ts'

const MINUTE_MS = 60 * 1000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** How often something may be tried in a window that begins with the first try. */
export interface Limit {
  readonly name: string
  readonly max: number
  readonly windowMs: number
}

/** Rule: docs/rules.md, "Limits". */
export const LIMITS = {
  loginByAddress: { name: 'login-address', max: 20, windowMs: 15 * MINUTE_MS },
  loginByAccountAndAddress: { name: 'login-pair', max: 10, windowMs: 15 * MINUTE_MS },
  loginByAccount: { name: 'login-account', max: 100, windowMs: HOUR_MS },
  /** Of a browser that the account was used with, alone. */
  loginByBrowser: { name: 'login-browser', max: 10, windowMs: 15 * MINUTE_MS },
  registeredByAddress: { name: 'registered-address', max: 60, windowMs: HOUR_MS },
  codesByAddress: { name: 'codes-address', max: 20, windowMs: HOUR_MS },
  codesByEmail: { name: 'codes-email', max: 10, windowMs: DAY_MS },
  /** Kept for the browsers and networks of an account, whatever strangers ask for. */
  codesByKnown: { name: 'codes-known', max: 10, windowMs: DAY_MS },
  verifyByAddress: { name: 'verify-address', max: 60, windowMs: HOUR_MS },
  signUpByAddress: { name: 'sign-up-address', max: 20, windowMs: HOUR_MS },
  thirdPartyByAddress: { name: 'third-party-address', max: 30, windowMs: 15 * MINUTE_MS },
  exportByAccount: { name: 'export-account', max: 10, windowMs: HOUR_MS },
  suggestByOwner: { name: 'suggest-owner', max: 60, windowMs: HOUR_MS },
  newsletterByAddress: { name: 'newsletter-address', max: NEWSLETTER_WISHES_PER_HOUR, windowMs: HOUR_MS },
  newsletterByEmail: { name: 'newsletter-email', max: NEWSLETTER_MAILS_PER_DAY, windowMs: DAY_MS },
  trackByAddress: { name: 'track-address', max: 600, windowMs: 15 * MINUTE_MS },
  trackerByAddress: { name: 'tracker-address', max: 600, windowMs: 15 * MINUTE_MS },
  clientErrorByAddress: { name: 'client-error-address', max: 30, windowMs: HOUR_MS },
  visitorsByAddress: { name: 'visitors-address', max: 60, windowMs: HOUR_MS },
  uploadsByAddress: { name: 'uploads-address', max: 360, windowMs: HOUR_MS },
  resetByAddress: { name: 'reset-address', max: 20, windowMs: HOUR_MS },
} as const satisfies Record<string, Limit>
