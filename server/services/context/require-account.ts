import type { Result } from '#shared/result.ts'
import type { ServiceFailure } from './failure.ts'
import type { IdentityDeps, SessionFacts } from './find-session.ts'
import { ok } from '#shared/result.ts'
import { refuse } from './failure.ts'
import { findSession } from './find-session.ts'

/** The session the caller is logged in with: for what visitors can't do. */
export async function requireAccount(ctx: IdentityDeps): Promise<Result<SessionFacts, ServiceFailure>> {
  const session = await findSession(ctx)
  if (session === undefined) return refuse('H3009')
  const { businessUserId } = ctx.caller
  return businessUserId === '' || businessUserId === session.accountId ? ok(session) : refuse('H3013')
}
