import type { Database, Transaction } from '#server/database/database.ts'
import type { Context } from '#server/services/context/context.ts'
import type { ServiceFailure } from '#server/services/context/failure.ts'
import type { Result } from '#shared/result.ts'
import type { Limit } from './limits.ts'
import { createHmac } from 'node:crypto'
import { and, eq, gt, like, lt, lte, or, sql } from 'drizzle-orm'
import { rateLimit } from '#server/database/account-schema.ts'
import { addressKey } from '#server/services/account/address-key.ts'
import { refuse } from '#server/services/context/failure.ts'
import { ok } from '#shared/result.ts'

/** Who tries, hidden by a keyed hash; several parts narrow it down. */
type Whose = readonly string[]

/** The caller's address, as limits and hashing lanes know it. */
export function callerKey({ caller, secret }: Pick<Context, 'caller' | 'secret'>): string {
  return addressKey(caller.address, secret)
}

export function emailKey(email: string, { secret }: Pick<Context, 'secret'>): string {
  return createHmac('sha256', secret).update(`email ${email}`).digest('hex')
}

/** Counts a try; H4022 and how long to wait when the window is full. One statement decides, so that any number of processes count together. */
export async function countTry(
  db: Database | Transaction,
  nowMs: number,
  limit: Limit,
  whose: Whose,
): Promise<Result<null, ServiceFailure>> {
  const key = keyOf(limit, whose)
  const isOver = lte(rateLimit.endsAtMs, nowMs)
  const counted = await db
    .insert(rateLimit)
    .values({ key, count: 1, endsAtMs: nowMs + limit.windowMs })
    .onConflictDoUpdate({
      target: rateLimit.key,
      set: {
        count: sql`case when ${isOver} then 1 else ${rateLimit.count} + 1 end`,
        endsAtMs: sql`case when ${isOver} then excluded.ends_at_ms else ${rateLimit.endsAtMs} end`,
      },
      setWhere: sql`${isOver} or ${lt(rateLimit.count, limit.max)}`,
    })
    .returning({ key: rateLimit.key })
  if (counted.length > 0) return ok(null)
  const [full] = await db.select({ endsAtMs: rateLimit.endsAtMs }).from(rateLimit).where(eq(rateLimit.key, key))
  return refuse('H4022', undefined, Math.max(1, (full?.endsAtMs ?? nowMs) - nowMs))
}

/** Takes a try back that turned out to be right. */
export async function giveBack(db: Database | Transaction, limit: Limit, whose: Whose): Promise<void> {
  await db
    .update(rateLimit)
    .set({ count: sql`${rateLimit.count} - 1` })
    .where(and(eq(rateLimit.key, keyOf(limit, whose)), gt(rateLimit.count, 0)))
}

/** Forgets all tries of somebody, and of everybody whose name begins like that. */
export async function forgetTries(db: Database | Transaction, limit: Limit, whose: Whose): Promise<void> {
  const key = keyOf(limit, whose)
  await db.delete(rateLimit).where(or(eq(rateLimit.key, key), like(rateLimit.key, `${key}:%`)))
}

function keyOf({ name }: Limit, whose: Whose): string {
  return [name, ...whose].join(':')
}
