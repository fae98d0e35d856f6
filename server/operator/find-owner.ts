import { type Transaction, eq, or } from '#server/database/database.ts'
import { invoice, payment, payOrder, batch, media, owner, task } from '#server/database/schema.ts'
import { mediaNameOf } from '#server/media-store/media-name.ts'
import type { ActSubject, findOwner } from '#shared/api/operator.ts'
import { normalizeEmail } from '#shared/domain/account-rules.ts'
import { removeInvisible } from '#shared/domain/comparable-text.ts'
import { findAccount } from '#server/account/find-account.ts'
import { ok } from '#shared/result.ts'
import { type OperatorVerb, recordAct } from './operator-verb.ts'

interface Found {
  readonly ownerId: string
  readonly kind: ActSubject
  readonly id: string
}

/** Finds the owner of an id, a file or an address. Only the result is logged, because the query may be an address. */
export const findByAnything: OperatorVerb<typeof findOwner> = async ({ ctx, input, operator }) => {
  return ctx.db.transaction(async (tx) => {
    const found = await find(tx, input.q.trim())
    await recordAct(tx, ctx, operator, { act: 'look_up', subject: found?.kind ?? 'none', subjectId: found?.id ?? '' })
    return ok({ found: found ?? null })
  })
}

async function find(tx: Transaction, wanted: string): Promise<Found | undefined> {
  if (wanted.includes('@')) return byEmail(tx, normalizeEmail(wanted))
  const id = removeInvisible(wanted).normalize('NFKC').trim()
  return (await asOwner(tx, id)) ?? (await asOrder(tx, id)) ?? (await asTask(tx, id)) ?? asFile(tx, id)
}

async function byEmail(tx: Transaction, email: string): Promise<Found | undefined> {
  const row = await findAccount(tx, email)
  return row && { ownerId: row.id, kind: 'account', id: row.id }
}

async function asOwner(tx: Transaction, id: string): Promise<Found | undefined> {
  const [row] = await tx.select({ id: owner.id }).from(owner).where(eq(owner.id, id))
  return row && { ownerId: row.id, kind: 'account', id: row.id }
}

/** Finds an order by its own id, by the id of a payment (on the receipt), or by the id of a document. */
async function asOrder(tx: Transaction, id: string): Promise<Found | undefined> {
  const [row] = await tx
    .select({ id: payOrder.id, ownerId: payOrder.ownerId })
    .from(payOrder)
    .leftJoin(payment, eq(payment.orderId, payOrder.id))
    .leftJoin(invoice, eq(invoice.paymentId, payment.id))
    .where(or(eq(payOrder.id, id), eq(payment.id, id), eq(invoice.id, id)))
    .limit(1)
  return row && { ownerId: row.ownerId, kind: 'order', id: row.id }
}

async function asTask(tx: Transaction, id: string): Promise<Found | undefined> {
  const [row] = await tx
    .select({ id: task.id, ownerId: task.ownerId })
    .from(task)
    .innerJoin(batch, eq(batch.id, task.batchId))
    .where(or(eq(task.id, id), eq(batch.id, id)))
    .limit(1)
  return row && { ownerId: row.ownerId, kind: 'task', id: row.id }
}

/** Finds a file by its name or its address. */
async function asFile(tx: Transaction, wanted: string): Promise<Found | undefined> {
  const name = mediaNameOf(wanted) ?? wanted
  const [row] = await tx.select({ name: media.name, ownerId: media.ownerId }).from(media).where(eq(media.name, name))
  return row && { ownerId: row.ownerId, kind: 'file', id: row.name }
}
