import { sql } from 'drizzle-orm'
import { type Result, ok } from '#shared/result.ts'
import type { Database, Transaction } from '../database/database.ts'
import { defineStatement } from '../database/define-statement.ts'
import { type ServiceFailure, refuse } from './failure.ts'
import { type IdentityDeps, type SessionFacts, findSession } from './find-session.ts'
import { sha256 } from './sha256.ts'
import { isUserToken } from '#shared/domain/user-token.ts'

/**
 * The authenticated owner. A valid session has precedence, and a business user id beside it must match. An id without a session does not
 * authenticate, nor does the user token of a visitor who has signed up.
 */
export async function requireOwner(ctx: IdentityDeps): Promise<Result<string, ServiceFailure>> {
  const { businessUserId, userToken } = ctx.caller
  const session = await findSession(ctx)
  if (session !== undefined) {
    return businessUserId === '' || businessUserId === session.accountId ? ok(session.accountId) : refuse('H3013')
  }
  if (businessUserId !== '' || !isUserToken(userToken)) return refuse('H3009')
  const visitor = await findVisitor(ctx, userToken)
  return visitor === undefined ? refuse('H3009') : ok(visitor)
}

const selectVisitor = defineStatement<{ id: string }, { tokenSha256: string }>(
  'visitor of a token',
  (value) => sql`select id from owner where token_sha256 = ${value('tokenSha256')} and retired_at_ms is null`,
)

/** The visitor of a user token, unless it has become an account. */
export async function findVisitor({ db }: { readonly db: Database | Transaction }, userToken: string): Promise<string | undefined> {
  const [found] = await selectVisitor(db, { tokenSha256: sha256(userToken) })
  return found?.id
}

/** The caller's session, for calls that visitors cannot use. */
export async function requireAccount(ctx: IdentityDeps): Promise<Result<SessionFacts, ServiceFailure>> {
  const session = await findSession(ctx)
  if (session === undefined) return refuse('H3009')
  const { businessUserId } = ctx.caller
  return businessUserId === '' || businessUserId === session.accountId ? ok(session) : refuse('H3013')
}

/**
 * Serialises all changes of an owner's points. Lock order: account, owner, then tasks and files. False when the visitor has just become an
 * account.
 */
export async function lockOwner(tx: Transaction, ownerId: string): Promise<boolean> {
  const [locked] = await lock(tx, { ownerId })
  return locked?.retiredAtMs === null
}

const lock = defineStatement<{ retiredAtMs: string | null }, { ownerId: string }>(
  'lock of an owner',
  (value) => sql`select retired_at_ms as "retiredAtMs" from owner where id = ${value('ownerId')} for update`,
)
