import type { Context } from '#server/context.ts'
import type { logInByEmail as call, LoggedIn } from '#shared/api/auth.ts'
import type { CallInput } from '#shared/api/define-call.ts'
import { and, eq } from 'drizzle-orm'
import { account } from '#server/platform/database/account-schema.ts'
import { type ServiceFailure, refuse } from '#server/platform/context/failure.ts'
import { familiarityOf } from '#server/platform/context/known-callers.ts'
import { type Result, ok } from '#shared/result.ts'
import { enterAccount } from './enter-account.ts'
import { findAccount } from './find-account.ts'
import { loginQueue, countLogin, forgiveLogin } from './login-limits.ts'

/** Checks the limits before the password. An unknown address, or one without a password, takes as long and gets the same answer. */
export async function logInByEmail({
  ctx,
  input: { email, password },
}: {
  ctx: Context
  input: CallInput<typeof call>
}): Promise<Result<LoggedIn, ServiceFailure>> {
  const found = await findAccount(ctx.db, email)
  const familiarity = await familiarityOf(ctx.db, ctx, found?.id)
  const counted = await countLogin(ctx, email, familiarity)
  if (!counted.ok) return counted
  const passwordHash = found?.passwordHash ?? null
  const isRight = await ctx.hashing.matches(password, passwordHash, loginQueue(ctx, email, familiarity))
  if (!isRight.ok) return isRight
  if (!isRight.value || found === undefined || passwordHash === null) return refuse('LOGIN_WRONG')
  const entered = await enterAccount(ctx, async (tx) => {
    // A password set meanwhile ends all sessions, so that no session may begin with the old one.
    const isStill = and(eq(account.id, found.id), eq(account.passwordHash, passwordHash))
    const [still] = await tx.select({ id: account.id }).from(account).where(isStill).for('no key update')
    return still === undefined ? refuse('LOGIN_WRONG') : ok(still.id)
  })
  if (entered.ok) await forgiveLogin(ctx, email, familiarity)
  return entered
}
