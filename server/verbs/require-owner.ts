import { type Answer, type Context, ok, refuse } from './verb.ts'
import { isUserToken } from '#shared/domain/user-token.ts'
import { SESSION_LIFETIME_MS } from '#shared/domain/account-rules.ts'
import { type Database, type Transaction, and, defineStatement, eq, lt, sql, session } from '../database/database.ts'
import { sha256 } from '../crypto/sha256.ts'
import { rememberCaller } from './known-callers.ts'
import { addressBlock } from '../addresses/address-key.ts'

export type IdentityDeps = Pick<Context, 'db' | 'caller' | 'secret' | 'nowMs' | 'setSession'>

export interface SessionFacts {
  readonly id: string
  readonly accountId: string
  /** When the user last proved the identity, by a login or the password. */
  readonly identityProvedAtMs: number
  /** When the user last proved the second factor; null without a proof. */
  readonly secondFactorAtMs: number | null
  /** The id of the proved factor; null if an earlier build wrote the time. */
  readonly secondFactorId: string | null
}

/**
 * The authenticated owner. A valid session has precedence, and a business user id sent with it must be the id of its account. A business
 * user id alone does not authenticate, nor does the user token of a visitor who has become an account.
 */
export async function requireOwner(ctx: IdentityDeps): Promise<Answer<string>> {
  const { businessUserId, userToken } = ctx.caller
  const session = await findSession(ctx)
  if (session !== undefined) {
    return businessUserId === '' || businessUserId === session.accountId ? ok(session.accountId) : refuse('H3013')
  }
  if (businessUserId !== '' || !isUserToken(userToken)) return refuse('H3009')
  const visitorId = await findVisitor(ctx, userToken)
  return visitorId === undefined ? refuse('H3009') : ok(visitorId)
}

const selectVisitor = defineStatement<{ id: string }, { tokenSha256: string }>(
  'visitor of a token',
  (value) => sql`select id from owner where token_sha256 = ${value('tokenSha256')} and retired_at_ms is null`,
)

/** The visitor with a user token; undefined if the visitor has become an account. */
export async function findVisitor({ db }: { readonly db: Database | Transaction }, userToken: string): Promise<string | undefined> {
  const [visitor] = await selectVisitor(db, { tokenSha256: sha256(userToken) })
  return visitor?.id
}

/** The caller's session, for calls that visitors cannot use. */
export async function requireAccount(ctx: IdentityDeps): Promise<Answer<SessionFacts>> {
  const session = await findSession(ctx)
  if (session === undefined) return refuse('H3009')
  const { businessUserId } = ctx.caller
  return businessUserId === '' || businessUserId === session.accountId ? ok(session) : refuse('H3013')
}

interface SessionRow {
  readonly id: string
  readonly accountId: string
  readonly seenAtMs: string
  readonly place: string
  readonly identityProvedAtMs: string
  readonly secondFactorAtMs: string | null
  readonly secondFactorId: string | null
}

const selectSession = defineStatement<SessionRow, { tokenSha256: string; afterMs: number }>(
  'session of a token',
  (value) => sql`select id, account_id as "accountId", seen_at_ms as "seenAtMs", place,
    password_at_ms as "identityProvedAtMs", second_factor_at_ms as "secondFactorAtMs",
    second_factor_id as "secondFactorId" from session
    where token_sha256 = ${value('tokenSha256')} and seen_at_ms > ${value('afterMs')}`,
)

/** The time of a session's last use is stored only this precisely, in ms. */
export const SEEN_GRAIN_MS = 60 * 60 * 1000
/** The minimum time between two stored uses with different networks, in ms: a device may alternate between two networks. */
const ADDRESS_BLOCK_GRAIN_MS = 60 * 1000

/** The session of the caller's cookie. A use extends the session, at most once per `SEEN_GRAIN_MS` from the same network. */
export async function findSession(ctx: IdentityDeps): Promise<SessionFacts | undefined> {
  const { db, caller, nowMs, setSession } = ctx
  if (caller.sessionToken === '') return undefined
  const now = nowMs()
  const [row] = await selectSession(db, { tokenSha256: sha256(caller.sessionToken), afterMs: now - SESSION_LIFETIME_MS })
  if (row === undefined) return undefined
  const networkBlock = addressBlock(caller.address)
  if (Number(row.seenAtMs) < now - (row.place === networkBlock ? SEEN_GRAIN_MS : ADDRESS_BLOCK_GRAIN_MS)) {
    const extendedRows = await db
      .update(session)
      .set({ seenAtMs: now, place: networkBlock })
      .where(and(eq(session.id, row.id), lt(session.seenAtMs, now)))
      .returning({ id: session.id })
    // If a concurrent logout or login has ended the session, no row is updated. The old cookie must then not replace the new one.
    if (extendedRows.length > 0) setSession(caller.sessionToken)
    if (extendedRows.length > 0) await rememberCaller(db, ctx, row.accountId)
  }
  const { id, accountId, identityProvedAtMs, secondFactorAtMs, secondFactorId } = row
  return {
    id,
    accountId,
    identityProvedAtMs: Number(identityProvedAtMs),
    secondFactorAtMs: secondFactorAtMs === null ? null : Number(secondFactorAtMs),
    secondFactorId,
  }
}

/**
 * Locks an owner, which serialises all changes of the owner's points. Lock order: account, owner, then tasks and files. False if the
 * visitor has just become an account.
 */
export async function lockOwner(tx: Transaction, ownerId: string): Promise<boolean> {
  const [owner] = await lockOwnerRow(tx, { ownerId })
  return owner?.retiredAtMs === null
}

const lockOwnerRow = defineStatement<{ retiredAtMs: string | null }, { ownerId: string }>(
  'lock of an owner',
  (value) => sql`select retired_at_ms as "retiredAtMs" from owner where id = ${value('ownerId')} for update`,
)
