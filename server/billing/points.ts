import { type Database, type Placeholder, type SQL, type Transaction, defineStatement, sql } from '#server/database/database.ts'
import { sha256 } from '#server/crypto/sha256.ts'
import { defineCallerRows } from '#server/verbs/caller-rows.ts'
import { type Answer, type Context, ok } from '#server/verbs/verb.ts'
import type { Points } from '#shared/api/user.ts'

export async function readPoints({ ctx }: { ctx: Context }): Promise<Answer<Points>> {
  const rows = await selectCallersPoints(ctx, { tokenSha256: sha256(ctx.caller.userToken) })
  if (!rows.ok) return rows
  const [row] = rows.value
  if (row === undefined) throw new Error('a known owner gives one row')
  const { isTokens, points, held: reserved } = row
  // Every page start makes this call, so the token of a visitor who uses the app does not expire.
  if (isTokens) ctx.renewUserToken()
  return ok({ points, held: reserved })
}

const pointsAndReserved = (
  ownerId: SQL | Placeholder,
) => sql`coalesce((select balance from ledger where owner_id = ${ownerId} order by seq desc limit 1), 0)::int as points,
  coalesce((select sum(points) from task where owner_id = ${ownerId} and status in ('PENDING', 'PROCESSING')), 0)::int as held`

/** The caller's points. `isTokens`: whether the caller is the visitor of the user token. */
const selectCallersPoints = defineCallerRows<Points & { isTokens: boolean }, { tokenSha256: string }>(
  'points of a caller',
  (value, ownerId) => sql`with own as materialized (select ${ownerId}::text as id)
    select ${pointsAndReserved(sql`own.id`)}, exists (
      select from owner where id = own.id and token_sha256 = ${value('tokenSha256')} and retired_at_ms is null
    ) as "isTokens"
    from own where id is not null`,
)

const selectPoints = defineStatement<Points, { ownerId: string }>('points', (value) => sql`select ${pointsAndReserved(value('ownerId'))}`)

/** Available points (without reserved points), and points reserved for running tasks. */
export async function pointsOf(db: Database | Transaction, ownerId: string): Promise<Points> {
  const [row] = await selectPoints(db, { ownerId })
  if (row === undefined) throw new Error('a select without a table gives one row')
  return row
}
