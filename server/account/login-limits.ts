import type { Database, Transaction } from '#server/platform/database/database.ts'
import type { Context, HashQueue } from '#server/context.ts'
import type { ServiceFailure } from '#server/platform/context/failure.ts'
import type { Familiarity } from '#server/platform/context/known-callers.ts'
import { browserKey } from '#server/platform/context/known-callers.ts'
import type { Result } from '#shared/result.ts'
import { ok } from '#shared/result.ts'
import type { Limit } from '#server/platform/context/rate-limit.ts'
import { LIMITS, callerKey, countTry, emailKey, forgetTries, refund } from '#server/platform/context/rate-limit.ts'

/** Tries that a right one makes forgotten; of the others it only takes itself back, because they are about more than this account. */
const FORGOTTEN: ReadonlySet<Limit> = new Set([LIMITS.loginByAccountAndAddress, LIMITS.loginByBrowser])

/**
 * What a login counts for, the narrow limits first, so that one address can't use up what an account has for all. Who is known is not
 * kept out by strangers: a network goes by its own limits, a browser by its own alone. Rule: docs/account.md, "Limits".
 */
function triesOf(ctx: Context, email: string, familiarity: Familiarity): readonly (readonly [Limit, readonly string[]])[] {
  const [address, account, browser] = [callerKey(ctx), emailKey(email, ctx), browserKey(ctx)]
  if (familiarity === 'browser' && browser !== undefined) return [[LIMITS.loginByBrowser, [account, browser]]]
  const narrow = [
    [LIMITS.loginByAddress, [address]],
    [LIMITS.loginByAccountAndAddress, [account, address]],
  ] as const
  return familiarity === 'network' ? narrow : [...narrow, [LIMITS.loginByAccount, [account]]]
}

/** Counts a login before its password is looked at. */
export async function countLogin(ctx: Context, email: string, familiarity: Familiarity): Promise<Result<null, ServiceFailure>> {
  for (const [limit, whose] of triesOf(ctx, email, familiarity)) {
    const counted = await countTry(ctx.db, ctx.nowMs(), limit, whose)
    if (!counted.ok) return counted
  }
  return ok(null)
}

/** A login that was right: only wrong ones count. */
export async function forgiveLogin(ctx: Context, email: string, familiarity: Familiarity): Promise<void> {
  for (const [limit, whose] of triesOf(ctx, email, familiarity)) {
    if (FORGOTTEN.has(limit)) await forgetTries(ctx.db, limit, whose)
    else await refund(ctx.db, limit, whose)
  }
}

/** With a new password the count of an account begins anew, from wherever it was tried. */
export async function forgetLogins(tx: Database | Transaction, ctx: Context, email: string): Promise<void> {
  const account = emailKey(email, ctx)
  for (const limit of [LIMITS.loginByAccountAndAddress, LIMITS.loginByBrowser, LIMITS.loginByAccount])
    await forgetTries(tx, limit, [account])
}

/** Where a login waits: strangers behind their address, who is known behind the account alone. */
export function loginQueue(ctx: Context, email: string, familiarity: Familiarity): HashQueue {
  return familiarity === 'stranger' ? { name: callerKey(ctx), isKnown: false } : provedQueue(ctx, email)
}

/** Where somebody waits who has shown whose address it is. */
export function provedQueue(ctx: Context, email: string): HashQueue {
  return { name: `account ${emailKey(email, ctx)}`, isKnown: true }
}
