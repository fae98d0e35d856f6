import type { Result } from '#shared/result.ts'
import type { Context } from './context.ts'
import type { ServiceFailure } from './failure.ts'
import { eq } from 'drizzle-orm'
import { owner } from '#server/database/schema.ts'
import { ok } from '#shared/result.ts'
import { refuse } from './failure.ts'
import { sha256 } from './sha256.ts'

const USER_TOKEN = /^[A-Za-z0-9]{32}$/

export function isUserToken(text: string): boolean {
  return USER_TOKEN.test(text)
}

/** The owner the caller proves to be. A business user id needs a session; it is never served as a visitor. */
export async function requireOwner(ctx: Pick<Context, 'db' | 'caller'>): Promise<Result<string, ServiceFailure>> {
  if (ctx.caller.businessUserId !== '' || !isUserToken(ctx.caller.userToken)) return refuse('H3009')
  const [found] = await ctx.db
    .select({ id: owner.id })
    .from(owner)
    .where(eq(owner.tokenSha256, sha256(ctx.caller.userToken)))
  return found === undefined ? refuse('H3009') : ok(found.id)
}
