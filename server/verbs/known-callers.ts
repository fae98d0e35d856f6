import type { Context } from './verb.ts'
import { KNOWN_CALLER_RETENTION_MS } from '#shared/domain/account-rules.ts'
import { isUserToken } from '#shared/domain/user-token.ts'
import { type Database, type Transaction, and, eq, gt, inArray, knownCaller } from '../database/database.ts'
import { addressKey, keyedHash } from '../addresses/address-key.ts'

type Deps = Pick<Context, 'caller' | 'secret' | 'nowMs'>

/** Whether the account knows the caller's browser, only its network, or neither. */
export type Familiarity = 'browser' | 'network' | 'stranger'

/** The caller's browser as a keyed hash; undefined without a user token. */
export function browserKey({ caller, secret }: Pick<Deps, 'caller' | 'secret'>): string | undefined {
  return isUserToken(caller.userToken) ? keyedHash(`browser ${caller.userToken}`, secret) : undefined
}

export async function familiarityOf(db: Database, ctx: Deps, accountId: string | undefined): Promise<Familiarity> {
  if (accountId === undefined) return 'stranger'
  const [addressHash, browserHash] = [addressKey(ctx.caller.address, ctx.secret), browserKey(ctx)]
  const isOfAccount = and(eq(knownCaller.accountId, accountId), gt(knownCaller.seenAtMs, ctx.nowMs() - KNOWN_CALLER_RETENTION_MS))
  const knownRows = await db
    .select({ callerHash: knownCaller.callerHash })
    .from(knownCaller)
    .where(and(isOfAccount, inArray(knownCaller.callerHash, keysOf(addressHash, browserHash))))
  if (knownRows.some(({ callerHash }) => callerHash === browserHash)) return 'browser'
  return knownRows.length > 0 ? 'network' : 'stranger'
}

/** Stores the caller's browser and network as known to the account, after a successful authentication. */
export async function rememberCaller(db: Database | Transaction, ctx: Deps, accountId: string): Promise<void> {
  const seenAtMs = ctx.nowMs()
  const rows = keysOf(addressKey(ctx.caller.address, ctx.secret), browserKey(ctx)).map((callerHash) => ({
    accountId,
    callerHash,
    seenAtMs,
  }))
  const target = [knownCaller.accountId, knownCaller.callerHash]
  await db.insert(knownCaller).values(rows).onConflictDoUpdate({ target, set: { seenAtMs } })
}

/** Deletes all known callers of the account. After a password change, only the current caller is stored again. */
export async function forgetCallers(tx: Transaction, accountId: string): Promise<void> {
  await tx.delete(knownCaller).where(eq(knownCaller.accountId, accountId))
}

function keysOf(addressHash: string, browserHash: string | undefined): string[] {
  return browserHash === undefined ? [addressHash] : [addressHash, browserHash]
}
