import type { Database, Transaction } from '#server/database/database.ts'
import { type Context, type Answer, ok } from '#server/verbs/verb.ts'
import type { HashQueue } from './password-hashing.ts'
import { type Familiarity, browserKey } from '#server/verbs/known-callers.ts'
import { type Limit, LIMITS, callerKey, countTry, emailKey, forgetTries, refund } from '#server/verbs/rate-limit.ts'

/**
 * A successful login clears the counters of these limits. The other counters also count other accounts or other callers, so a successful
 * login only subtracts its own try.
 */
const CLEARED_LIMITS: ReadonlySet<Limit> = new Set([LIMITS.loginByAccountAndAddress, LIMITS.loginByBrowser])

/**
 * The limits of a login. The limit of the account is counted last, so one address cannot exhaust it. Strangers do not lock out known
 * callers: the limit of the account does not count for a known network, and a known browser has only its own limit.
 * Rule: docs/account.md, "Limits".
 */
function limitsOf(ctx: Context, email: string, familiarity: Familiarity): readonly (readonly [Limit, readonly string[]])[] {
  const [address, account, browser] = [callerKey(ctx), emailKey(email, ctx), browserKey(ctx)]
  if (familiarity === 'browser' && browser !== undefined) return [[LIMITS.loginByBrowser, [account, browser]]]
  const addressLimits = [
    [LIMITS.loginByAddress, [address]],
    [LIMITS.loginByAccountAndAddress, [account, address]],
  ] as const
  return familiarity === 'network' ? addressLimits : [...addressLimits, [LIMITS.loginByAccount, [account]]]
}

export async function countLogin(ctx: Context, email: string, familiarity: Familiarity): Promise<Answer<null>> {
  for (const [limit, keyParts] of limitsOf(ctx, email, familiarity)) {
    const counted = await countTry(ctx.db, ctx.nowMs(), limit, keyParts)
    if (!counted.ok) return counted
  }
  return ok(null)
}

/** Removes a successful login from the counts, because only failures count. */
export async function forgiveLogin(ctx: Context, email: string, familiarity: Familiarity): Promise<void> {
  for (const [limit, keyParts] of limitsOf(ctx, email, familiarity)) {
    if (CLEARED_LIMITS.has(limit)) await forgetTries(ctx.db, limit, keyParts)
    else await refund(ctx.db, limit, keyParts)
  }
}

/** Resets the login counts of an account for all callers, after its password changed. */
export async function forgetLogins(tx: Database | Transaction, ctx: Context, email: string): Promise<void> {
  const account = emailKey(email, ctx)
  for (const limit of [LIMITS.loginByAccountAndAddress, LIMITS.loginByBrowser, LIMITS.loginByAccount])
    await forgetTries(tx, limit, [account])
}

/** The hashing queue of a login: strangers queue by address, known callers by account. */
export function loginQueue(ctx: Context, email: string, familiarity: Familiarity): HashQueue {
  return familiarity === 'stranger' ? { name: callerKey(ctx), isKnown: false } : accountQueue(ctx, email)
}

export function accountQueue(ctx: Context, email: string): HashQueue {
  return { name: `account ${emailKey(email, ctx)}`, isKnown: true }
}
