import { type Database, type Placeholder, type Transaction, defineStatement, sql } from '#server/database/database.ts'
import { sha256 } from '#server/crypto/sha256.ts'
import { requireOwner } from '#server/verbs/require-owner.ts'
import { type Answer, type Context, ok } from '#server/verbs/verb.ts'
import type { Points } from '#shared/api/user.ts'

export async function readPoints({ ctx }: { ctx: Context }): Promise<Answer<Points>> {
  const owner = await requireOwner(ctx)
  if (!owner.ok) return owner
  const [row] = await selectCallersPoints(ctx.db, { ownerId: owner.value, tokenSha256: sha256(ctx.caller.userToken) })
  if (row === undefined) throw new Error('a select without a table gives one row')
  const { isTokens, points, held: reserved } = row
  // Every page start makes this call, so the token stays valid while the user uses the app.
  if (isTokens) ctx.renewUserToken()
  return ok({ points, held: reserved })
}

const pointsAndReserved = (
  value: (parameter: 'ownerId') => Placeholder,
) => sql`coalesce((select balance from ledger where owner_id = ${value('ownerId')} order by seq desc limit 1), 0)::int as points,
  coalesce((select sum(points) from task where owner_id = ${value('ownerId')} and status in ('PENDING', 'PROCESSING')), 0)::int as held`

/** The caller's points. `isTokens`: whether the caller is the visitor of the user token. */
const selectCallersPoints = defineStatement<Points & { isTokens: boolean }, { ownerId: string; tokenSha256: string }>(
  'points of a caller',
  (value) => sql`select ${pointsAndReserved(value)}, exists (
    select from owner
    where id = ${value('ownerId')} and token_sha256 = ${value('tokenSha256')} and retired_at_ms is null
  ) as "isTokens"`,
)

const selectPoints = defineStatement<Points, { ownerId: string }>('points', (value) => sql`select ${pointsAndReserved(value)}`)

/** Available points (without reserved points), and points reserved for running tasks. */
export async function pointsOf(db: Database | Transaction, ownerId: string): Promise<Points> {
  const [row] = await selectPoints(db, { ownerId })
  if (row === undefined) throw new Error('a select without a table gives one row')
  return row
}
