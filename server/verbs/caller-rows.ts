import { type Answer, ok } from './verb.ts'
import { isUserToken } from '#shared/domain/user-token.ts'
import { type Placeholder, type SQL, defineStatement, sql } from '../database/database.ts'
import { sha256 } from '../crypto/sha256.ts'
import { addressBlock } from '../addresses/address-key.ts'
import { type IdentityDeps, SEEN_GRAIN_MS, requireOwner } from './require-owner.ts'

type CallerValue = 'callerSha256' | 'businessUserId' | 'seenAfterMs' | 'addressBlock'
type ValueOf<Name extends string> = (of: Name) => Placeholder

const visitor = (value: ValueOf<CallerValue>) =>
  sql`(select id from owner where token_sha256 = ${value('callerSha256')} and retired_at_ms is null)`

const account = (value: ValueOf<CallerValue>) => sql`(select account_id from session
  where token_sha256 = ${value('callerSha256')} and seen_at_ms >= ${value('seenAfterMs')} and place = ${value('addressBlock')}
    and account_id = coalesce(nullif(${value('businessUserId')}, ''), account_id))`

/**
 * Defines a statement that reads rows of the caller, for the most frequent calls. `build` gets the owner's id as SQL, so that one statement
 * authenticates the caller and reads. If it returns no row, `requireOwner` decides, and the statement runs again with the owner's id: the
 * caller may be unknown, the session's last use may have to be stored, or there are no rows.
 */
export function defineCallerRows<Row, Values extends object>(
  name: string,
  build: (value: ValueOf<keyof Values & string>, ownerId: SQL | Placeholder) => SQL,
): (ctx: IdentityDeps, values: Values) => Promise<Answer<Row[]>> {
  type OwnerValues = Values & { readonly ownerId: string }
  type CallerValues = Values & Readonly<Record<CallerValue, string | number>>
  const ofOwner = defineStatement<Row, OwnerValues>(name, (value) => build(value, value('ownerId')))
  const ofVisitor = defineStatement<Row, CallerValues>(`${name}, of a user token`, (value) => build(value, visitor(value)))
  const ofSession = defineStatement<Row, CallerValues>(`${name}, of a session`, (value) => build(value, account(value)))

  function read(ctx: IdentityDeps, values: Values): Promise<Row[]> {
    const { db, caller, nowMs } = ctx
    const { sessionToken, businessUserId, userToken } = caller
    const lastUse = { businessUserId, seenAfterMs: nowMs() - SEEN_GRAIN_MS, addressBlock: addressBlock(caller.address) }
    if (sessionToken !== '') return ofSession(db, { ...values, ...lastUse, callerSha256: sha256(sessionToken) })
    const isVisitor = businessUserId === '' && isUserToken(userToken)
    return isVisitor ? ofVisitor(db, { ...values, ...lastUse, callerSha256: sha256(userToken) }) : Promise.resolve([])
  }

  return async (ctx, values) => {
    const rows = await read(ctx, values)
    if (rows.length > 0) return ok(rows)
    const owner = await requireOwner(ctx)
    return owner.ok ? ok(await ofOwner(ctx.db, { ...values, ownerId: owner.value })) : owner
  }
}
