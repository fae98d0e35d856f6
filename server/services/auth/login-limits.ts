import type { Database, Transaction } from '#server/database/database.ts'
import type { Context } from '#server/services/context/context.ts'
import type { ServiceFailure } from '#server/services/context/failure.ts'
import type { Result } from '#shared/result.ts'
import { ok } from '#shared/result.ts'
import { LIMITS } from './limits.ts'
import { callerKey, countTry, emailKey, forgetTries, giveBack } from './rate-limit.ts'

/** Counts a login before its password is looked at. The narrow limits come first, so that one address can't use up what an account has for all. */
export async function countLogin(ctx: Context, email: string): Promise<Result<null, ServiceFailure>> {
  const address = callerKey(ctx)
  const account = emailKey(email, ctx)
  const tries = [
    [LIMITS.loginByAddress, [address]],
    [LIMITS.loginByAccountAndAddress, [account, address]],
    [LIMITS.loginByAccount, [account]],
  ] as const
  for (const [limit, whose] of tries) {
    const counted = await countTry(ctx.db, ctx.nowMs(), limit, whose)
    if (!counted.ok) return counted
  }
  return ok(null)
}

/** A login that was right: only wrong ones count. */
export async function forgiveLogin(ctx: Context, email: string): Promise<void> {
  const address = callerKey(ctx)
  const account = emailKey(email, ctx)
  await forgetTries(ctx.db, LIMITS.loginByAccountAndAddress, [account, address])
  await giveBack(ctx.db, LIMITS.loginByAddress, [address])
  await giveBack(ctx.db, LIMITS.loginByAccount, [account])
}

/** With a new password the count of an account begins anew, from wherever it was tried. */
export async function forgetLogins(tx: Database | Transaction, ctx: Context, email: string): Promise<void> {
  const account = emailKey(email, ctx)
  await forgetTries(tx, LIMITS.loginByAccountAndAddress, [account])
  await forgetTries(tx, LIMITS.loginByAccount, [account])
}
