import type { Transaction } from '../database/database.ts'
import type { Context } from '#server/context.ts'
import { and, eq } from 'drizzle-orm'
import { inTransaction } from '../database/in-transaction.ts'
import { idempotency } from '../database/schema.ts'
import { lockOwner } from './lock-owner.ts'
import { IDEMPOTENCY_HEADER } from '#shared/api/common-params.ts'
import { type Result, ok } from '#shared/result.ts'
import { type ServiceFailure, refuse } from './failure.ts'

type Answer<T> = Result<T, ServiceFailure>

/**
 * Runs a transaction once per idempotency key. The owner's row is locked first, so that requests with the same key queue; only successes are
 * stored, with their effect. Where a stored answer is no longer valid, the transaction runs again.
 */
export async function onceForKey<T>(
  ctx: Context,
  ownerId: string,
  effect: (tx: Transaction) => Promise<Answer<T>>,
  holds: (tx: Transaction, answer: T) => Promise<boolean> = async () => true,
): Promise<Answer<T>> {
  if (ctx.idempotency === null) throw new Error('this call is not declared idempotent')
  const { key, route, bodySha256 } = ctx.idempotency
  return inTransaction(ctx.db, async (tx): Promise<Answer<T>> => {
    if (!(await lockOwner(tx, ownerId))) return refuse('H3009')
    const [known] = await tx
      .select({ bodySha256: idempotency.bodySha256, answer: idempotency.answer })
      .from(idempotency)
      .where(and(eq(idempotency.ownerId, ownerId), eq(idempotency.route, route), eq(idempotency.key, key)))
    if (known !== undefined) {
      if (known.bodySha256 !== bodySha256) return refuse('H3000', [IDEMPOTENCY_HEADER])
      const given = JSON.parse(known.answer) as T
      if (await holds(tx, given)) return ok(given)
    }
    const answer = await effect(tx)
    if (!answer.ok) return answer
    const row = { ownerId, route, key, bodySha256, answer: JSON.stringify(answer.value), createdAtMs: ctx.nowMs() }
    const target = [idempotency.ownerId, idempotency.route, idempotency.key]
    await tx.insert(idempotency).values(row).onConflictDoUpdate({ target, set: row })
    return answer
  })
}
