import { type Transaction, eq, or } from '#server/database/database.ts'
import { invoice, payment, payOrder, batch, media, owner, task } from '#server/database/schema.ts'
import { mediaNameOf } from '#server/media-store/media-name.ts'
import type { ActSubject, findOwner } from '#shared/api/operator.ts'
import { normalizeEmail } from '#shared/domain/account-rules.ts'
import { removeInvisible } from '#shared/domain/comparable-text.ts'
import { findAccount } from '#server/account/find-account.ts'
import { ok } from '#shared/result.ts'
import { type OperatorVerb, recordAct } from './operator-verb.ts'

interface FoundSubject {
  readonly ownerId: string
  readonly kind: ActSubject
  readonly id: string
}

/** Finds the owner of an id, a file or an e-mail address. Only the result is logged, because the query may be an e-mail address. */
export const findByAnything: OperatorVerb<typeof findOwner> = async ({ ctx, input, operator }) => {
  return ctx.db.transaction(async (tx) => {
    const match = await findSubject(tx, input.q.trim())
    await recordAct(tx, ctx, operator, { act: 'look_up', subject: match?.kind ?? 'none', subjectId: match?.id ?? '' })
    return ok({ found: match ?? null })
  })
}

async function findSubject(tx: Transaction, query: string): Promise<FoundSubject | undefined> {
  if (query.includes('@')) return findByEmail(tx, normalizeEmail(query))
  const id = removeInvisible(query).normalize('NFKC').trim()
  return (await findAsOwner(tx, id)) ?? (await findAsOrder(tx, id)) ?? (await findAsTask(tx, id)) ?? findAsFile(tx, id)
}

async function findByEmail(tx: Transaction, email: string): Promise<FoundSubject | undefined> {
  const row = await findAccount(tx, email)
  return row && { ownerId: row.id, kind: 'account', id: row.id }
}

async function findAsOwner(tx: Transaction, id: string): Promise<FoundSubject | undefined> {
  const [row] = await tx.select({ id: owner.id }).from(owner).where(eq(owner.id, id))
  return row && { ownerId: row.id, kind: 'account', id: row.id }
}

/** Finds an order by its own id, by the id of a payment (on the receipt), or by the id of a document. */
async function findAsOrder(tx: Transaction, id: string): Promise<FoundSubject | undefined> {
  const [row] = await tx
    .select({ id: payOrder.id, ownerId: payOrder.ownerId })
    .from(payOrder)
    .leftJoin(payment, eq(payment.orderId, payOrder.id))
    .leftJoin(invoice, eq(invoice.paymentId, payment.id))
    .where(or(eq(payOrder.id, id), eq(payment.id, id), eq(invoice.id, id)))
    .limit(1)
  return row && { ownerId: row.ownerId, kind: 'order', id: row.id }
}

async function findAsTask(tx: Transaction, id: string): Promise<FoundSubject | undefined> {
  const [row] = await tx
    .select({ id: task.id, ownerId: task.ownerId })
    .from(task)
    .innerJoin(batch, eq(batch.id, task.batchId))
    .where(or(eq(task.id, id), eq(batch.id, id)))
    .limit(1)
  return row && { ownerId: row.ownerId, kind: 'task', id: row.id }
}

/** Finds a file by its name or its address. */
async function findAsFile(tx: Transaction, query: string): Promise<FoundSubject | undefined> {
  const name = mediaNameOf(query) ?? query
  const [row] = await tx.select({ name: media.name, ownerId: media.ownerId }).from(media).where(eq(media.name, name))
  return row && { ownerId: row.ownerId, kind: 'file', id: row.name }
}
