import { createHmac } from 'node:crypto'
import type { AnyPgColumn, Database, SQL, Transaction } from '../database/database.ts'
import { and, count, eq, gt, like, lt, lte, min, or, sql, rateLimit } from '../database/database.ts'
import { type Context, type Answer, ok, refuse } from './verb.ts'
import { PAY_NOW_TRIES_PER_HOUR, PLAN_QUOTES_PER_HOUR } from '#shared/domain/membership-terms.ts'
import { EDITED_VIDEOS_PER_DAY } from '#shared/domain/media-limits.ts'
import { PROMOTION_TRIES_BY_ADDRESS_PER_HOUR, PROMOTION_TRIES_PER_HOUR } from '#shared/domain/promotion-rules.ts'
import { SECOND_FACTOR_TRIES_PER_DAY } from '#shared/domain/account-rules.ts'
import { NEWSLETTER_MAILS_PER_DAY, NEWSLETTER_REQUESTS_PER_HOUR } from '#shared/domain/newsletter-rules.ts'
import { canonicalEmail } from '../addresses/email-address.ts'
import { addressKey } from '../addresses/address-key.ts'

/** The parts of a counter's key after its name: the id or keyed hash of the limited subject, then optional parts that narrow the limit. */
type KeyParts = readonly string[]

/** The caller's network address as a keyed hash. */
export function callerKey({ caller, secret }: Pick<Context, 'caller' | 'secret'>): string {
  return addressKey(caller.address, secret)
}

/** An e-mail address as a keyed hash. All spellings of the address have the same hash. */
export function emailKey(email: string, { secret }: Pick<Context, 'secret'>): string {
  return createHmac('sha256', secret)
    .update(`email ${canonicalEmail(email)}`)
    .digest('hex')
}

/**
 * Counts a try. H4022 with the time until the window ends if its maximum is reached. A single statement, so that all processes share the
 * count.
 */
export async function countTry(db: Database | Transaction, nowMs: number, limit: Limit, keyParts: KeyParts): Promise<Answer<null>> {
  const key = keyOf(limit, keyParts)
  const isWindowOver = lte(rateLimit.endsAtMs, nowMs)
  const countedRows = await db
    .insert(rateLimit)
    .values({ key, count: 1, endsAtMs: nowMs + limit.windowMs })
    .onConflictDoUpdate({
      target: rateLimit.key,
      set: {
        count: sql`case when ${isWindowOver} then 1 else ${rateLimit.count} + 1 end`,
        endsAtMs: sql`case when ${isWindowOver} then excluded.ends_at_ms else ${rateLimit.endsAtMs} end`,
      },
      setWhere: sql`${isWindowOver} or ${lt(rateLimit.count, limit.max)}`,
    })
    .returning({ key: rateLimit.key })
  if (countedRows.length > 0) return ok(null)
  const [fullWindow] = await db.select({ endsAtMs: rateLimit.endsAtMs }).from(rateLimit).where(eq(rateLimit.key, key))
  return refuse('H4022', undefined, Math.max(1, (fullWindow?.endsAtMs ?? nowMs) - nowMs))
}

/** Subtracts a counted try that succeeded, or that the server could not serve. */
export async function refund(db: Database | Transaction, limit: Limit, keyParts: KeyParts): Promise<void> {
  await db
    .update(rateLimit)
    .set({ count: sql`${rateLimit.count} - 1` })
    .where(and(eq(rateLimit.key, keyOf(limit, keyParts)), gt(rateLimit.count, 0)))
}

/** Deletes the counted tries of the key with these parts, and of all keys that begin with it. */
export async function forgetTries(db: Database | Transaction, limit: Limit, keyParts: KeyParts): Promise<void> {
  const key = keyOf(limit, keyParts)
  await db.delete(rateLimit).where(or(eq(rateLimit.key, key), like(rateLimit.key, `${key}:%`)))
}

function keyOf({ name }: Limit, keyParts: KeyParts): string {
  return [name, ...keyParts].join(':')
}

const MINUTE_MS = 60 * 1000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** At most `max` tries are allowed in a window of `windowMs`, which begins with the first try. */
export interface Limit {
  readonly name: string
  readonly max: number
  readonly windowMs: number
}

/** Rule: docs/account.md, "Limits". */
export const LIMITS = {
  loginByAddress: { name: 'login-address', max: 20, windowMs: 15 * MINUTE_MS },
  loginByAccountAndAddress: { name: 'login-pair', max: 10, windowMs: 15 * MINUTE_MS },
  loginByAccount: { name: 'login-account', max: 100, windowMs: HOUR_MS },
  /** The limit for a browser that has used the account before. */
  loginByBrowser: { name: 'login-browser', max: 10, windowMs: 15 * MINUTE_MS },
  registeredByAddress: { name: 'registered-address', max: 60, windowMs: HOUR_MS },
  codesByAddress: { name: 'codes-address', max: 20, windowMs: HOUR_MS },
  codesByEmail: { name: 'codes-email', max: 10, windowMs: DAY_MS },
  /** Reserved for the account's known browsers and networks, independent of requests by strangers. */
  codesByKnown: { name: 'codes-known', max: 10, windowMs: DAY_MS },
  verifyByAddress: { name: 'verify-address', max: 60, windowMs: HOUR_MS },
  signUpByAddress: { name: 'sign-up-address', max: 20, windowMs: HOUR_MS },
  thirdPartyByAddress: { name: 'third-party-address', max: 30, windowMs: 15 * MINUTE_MS },
  emailChangeByAccount: { name: 'email-change-account', max: 10, windowMs: DAY_MS },
  passkeyByAddress: { name: 'passkey-address', max: 60, windowMs: 15 * MINUTE_MS },
  secondFactorByKnown: { name: 'second-factor-known', max: SECOND_FACTOR_TRIES_PER_DAY, windowMs: DAY_MS },
  secondFactorByStranger: { name: 'second-factor-stranger', max: SECOND_FACTOR_TRIES_PER_DAY, windowMs: DAY_MS },
  exportByAccount: { name: 'export-account', max: 10, windowMs: HOUR_MS },
  invoiceByAccount: { name: 'invoice-account', max: 120, windowMs: HOUR_MS },
  allInvoicesByAccount: { name: 'all-invoices-account', max: 10, windowMs: HOUR_MS },
  payNowByAccount: { name: 'pay-now-account', max: PAY_NOW_TRIES_PER_HOUR, windowMs: HOUR_MS },
  planQuoteByAccount: { name: 'plan-quote-account', max: PLAN_QUOTES_PER_HOUR, windowMs: HOUR_MS },
  promotionByOwner: { name: 'promotion-owner', max: PROMOTION_TRIES_PER_HOUR, windowMs: HOUR_MS },
  promotionByAddress: { name: 'promotion-address', max: PROMOTION_TRIES_BY_ADDRESS_PER_HOUR, windowMs: HOUR_MS },
  editedByAccount: { name: 'edited-account', max: EDITED_VIDEOS_PER_DAY, windowMs: DAY_MS },
  suggestByOwner: { name: 'suggest-owner', max: 60, windowMs: HOUR_MS },
  newsletterByAddress: { name: 'newsletter-address', max: NEWSLETTER_REQUESTS_PER_HOUR, windowMs: HOUR_MS },
  newsletterByEmail: { name: 'newsletter-email', max: NEWSLETTER_MAILS_PER_DAY, windowMs: DAY_MS },
  trackByAddress: { name: 'track-address', max: 600, windowMs: 15 * MINUTE_MS },
  trackerByAddress: { name: 'tracker-address', max: 600, windowMs: 15 * MINUTE_MS },
  clientErrorByAddress: { name: 'client-error-address', max: 30, windowMs: HOUR_MS },
  visitorsByAddress: { name: 'visitors-address', max: 60, windowMs: HOUR_MS },
  uploadsByAddress: { name: 'uploads-address', max: 360, windowMs: HOUR_MS },
  /** How often the server decodes the picture of one upload. The permit of an upload is valid for 15 minutes. */
  checksByPermit: { name: 'checks-permit', max: 20, windowMs: 15 * MINUTE_MS },
  resetByAddress: { name: 'reset-address', max: 20, windowMs: HOUR_MS },
} as const satisfies Record<string, Limit>

/** The wait until another row may be created, in ms; 0 = now. Lock the owner first, or concurrent calls could exceed the limit. */
export async function hourlyWaitMs(
  tx: Transaction,
  createdAtMs: AnyPgColumn,
  condition: SQL | undefined,
  maxPerHour: number,
  nowMs: number,
): Promise<number> {
  const sinceMs = nowMs - HOUR_MS
  const [recentUse] = await tx
    .select({ rowCount: count(), oldestMs: min(createdAtMs) })
    .from(createdAtMs.table)
    .where(and(condition, gt(createdAtMs, sinceMs)))
  return recentUse === undefined || recentUse.rowCount < maxPerHour ? 0 : Math.max(1, Number(recentUse.oldestMs) - sinceMs)
}
