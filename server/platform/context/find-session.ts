import type { Context } from '#server/context.ts'
import { and, eq, lt, sql } from 'drizzle-orm'
import { session } from '../database/account-schema.ts'
import { defineStatement } from '../database/define-statement.ts'
import { SESSION_KEPT_MS } from '#shared/domain/account-rules.ts'
import { rememberCaller } from './known-callers.ts'
import { sha256 } from './sha256.ts'
import { addressBlock } from './address-key.ts'

/** The precision of a session's last use, in ms. */
const SEEN_GRAIN_MS = 60 * 60 * 1000
/** The least time between two uses that are noted because the place has changed, in ms: a device may alternate between two networks. */
const PLACE_GRAIN_MS = 60 * 1000

export type IdentityDeps = Pick<Context, 'db' | 'caller' | 'secret' | 'nowMs' | 'setSession'>

export interface SessionFacts {
  readonly id: string
  readonly accountId: string
  /** When it last proved who it is, by a login or the password. */
  readonly passwordAtMs: number
  /** When it last proved the second factor; null where it never did. */
  readonly secondFactorAtMs: number | null
}

interface SessionRow {
  readonly id: string
  readonly accountId: string
  readonly seenAtMs: string
  readonly place: string
  readonly passwordAtMs: string
  readonly secondFactorAtMs: string | null
}

const selectSession = defineStatement<SessionRow, { tokenSha256: string; afterMs: number }>(
  'session of a token',
  (value) => sql`select id, account_id as "accountId", seen_at_ms as "seenAtMs", place,
    password_at_ms as "passwordAtMs", second_factor_at_ms as "secondFactorAtMs" from session
    where token_sha256 = ${value('tokenSha256')} and seen_at_ms > ${value('afterMs')}`,
)

/** The session of the caller's cookie. It slides: use extends it. */
export async function findSession(ctx: IdentityDeps): Promise<SessionFacts | undefined> {
  const { db, caller, nowMs, setSession } = ctx
  if (caller.sessionToken === '') return undefined
  const now = nowMs()
  const [found] = await selectSession(db, { tokenSha256: sha256(caller.sessionToken), afterMs: now - SESSION_KEPT_MS })
  if (found === undefined) return undefined
  const place = addressBlock(caller.address)
  if (Number(found.seenAtMs) < now - (found.place === place ? SEEN_GRAIN_MS : PLACE_GRAIN_MS)) {
    const slid = await db
      .update(session)
      .set({ seenAtMs: now, place })
      .where(and(eq(session.id, found.id), lt(session.seenAtMs, now)))
      .returning({ id: session.id })
    // Ended meanwhile by a logout or a new login: its cookie must not overwrite theirs.
    if (slid.length > 0) setSession(caller.sessionToken)
    if (slid.length > 0) await rememberCaller(db, ctx, found.accountId)
  }
  const { id, accountId, passwordAtMs, secondFactorAtMs } = found
  return {
    id,
    accountId,
    passwordAtMs: Number(passwordAtMs),
    secondFactorAtMs: secondFactorAtMs === null ? null : Number(secondFactorAtMs),
  }
}
