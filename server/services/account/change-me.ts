import type { Context } from '#server/services/context/context.ts'
import type { ServiceFailure } from '#server/services/context/failure.ts'
import type { changeMe as changeCall } from '#shared/api/account.ts'
import type { CallInput } from '#shared/api/define-call.ts'
import type { UserInfo } from '#shared/api/user.ts'
import type { Result } from '#shared/result.ts'
import { eq } from 'drizzle-orm'
import { account } from '#server/database/account-schema.ts'
import { requireAccount } from '#server/services/context/require-account.ts'
import { ok } from '#shared/result.ts'
import { readUserInfo } from './read-user-info.ts'

/** Other names for the caller's account. */
export async function changeMe({
  ctx,
  input: { firstName, lastName },
}: {
  ctx: Context
  input: CallInput<typeof changeCall>
}): Promise<Result<UserInfo, ServiceFailure>> {
  const session = await requireAccount(ctx)
  if (!session.ok) return session
  const { accountId } = session.value
  await ctx.db.update(account).set({ firstName, lastName }).where(eq(account.id, accountId))
  return ok(await readUserInfo(ctx.db, ctx, accountId))
}
