import { type Transaction, defineStatement, inTransaction, sql } from '../database/database.ts'
import { type Context, type IdempotencyKey, type Answer, ok, refuse } from './verb.ts'
import { lockOwner } from './require-owner.ts'
import { IDEMPOTENCY_HEADER } from '#shared/api/common-params.ts'

/**
 * Runs a transaction once per idempotency key. Locks the owner's row first, so requests with the same key queue. A success is stored in the
 * same transaction as its effect; failures are not stored. If a stored answer is no longer valid, the transaction runs again. H3000: the
 * key was used with another body.
 */
export async function onceForKey<T>(
  ctx: Context,
  ownerId: string,
  effect: (tx: Transaction) => Promise<Answer<T>>,
  isStillValid: (tx: Transaction, answer: T) => Promise<boolean> = async () => true,
): Promise<Answer<T>> {
  if (ctx.idempotency === null) throw new Error('this call is not declared idempotent')
  const { key, route, bodySha256 } = ctx.idempotency
  return inTransaction(ctx.db, async (tx): Promise<Answer<T>> => {
    if (!(await lockOwner(tx, ownerId))) return refuse('H3009')
    const [storedRow] = await selectAnswer(tx, { ownerId, route, key })
    if (storedRow !== undefined) {
      if (storedRow.bodySha256 !== bodySha256) return refuse('H3000', [IDEMPOTENCY_HEADER])
      const storedAnswer = JSON.parse(storedRow.answer) as T
      if (await isStillValid(tx, storedAnswer)) return ok(storedAnswer)
    }
    const answer = await effect(tx)
    if (!answer.ok) return answer
    await storeAnswer(tx, { ownerId, route, key, bodySha256, answer: JSON.stringify(answer.value), createdAtMs: ctx.nowMs() })
    return answer
  })
}

type AnswerKey = Pick<IdempotencyKey, 'key' | 'route'> & { readonly ownerId: string }

const selectAnswer = defineStatement<{ bodySha256: string; answer: string }, AnswerKey>(
  'answer of a key',
  (value) => sql`select body_sha256 as "bodySha256", answer from idempotency
    where owner_id = ${value('ownerId')} and route = ${value('route')} and key = ${value('key')}`,
)

const storeAnswer = defineStatement<never, AnswerKey & { bodySha256: string; answer: string; createdAtMs: number }>(
  'new answer of a key',
  (value) => sql`insert into idempotency (owner_id, route, key, body_sha256, answer, created_at_ms)
    values (${value('ownerId')}, ${value('route')}, ${value('key')}, ${value('bodySha256')},
      ${value('answer')}, ${value('createdAtMs')})
    on conflict (owner_id, route, key) do update
      set body_sha256 = excluded.body_sha256, answer = excluded.answer, created_at_ms = excluded.created_at_ms`,
)
