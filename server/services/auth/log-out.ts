import type { Context } from '#server/services/context/context.ts'
import type { ServiceFailure } from '#server/services/context/failure.ts'
import type { Result } from '#shared/result.ts'
import { eq } from 'drizzle-orm'
import { session } from '#server/database/account-schema.ts'
import { sha256 } from '#server/services/context/sha256.ts'
import { ok } from '#shared/result.ts'

/** Ends the session of the caller's cookie. Whoever has none is logged out as well. */
export async function logOut({ ctx }: { ctx: Context }): Promise<Result<object, ServiceFailure>> {
  const { sessionToken } = ctx.caller
  if (sessionToken !== '') await ctx.db.delete(session).where(eq(session.tokenSha256, sha256(sessionToken)))
  ctx.setSession(null)
  return ok({})
}
