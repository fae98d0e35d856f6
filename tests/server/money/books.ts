import type { TaskState } from '#shared/domain/task.ts'
import { type OpenedDatabase, inTransaction } from '#server/database/database.ts'
import { batch, owner, task } from '#server/database/schema.ts'
import { payment, payOrder, subscription } from '#server/database/payment-schema.ts'
import { findSku } from '#server/billing/catalogue/skus.ts'
import { makeId } from '#server/crypto/make-id.ts'
import { type Movement, appendEntries } from '#server/billing/ledger.ts'

type Db = OpenedDatabase['db']
export type PaymentRow = typeof payment.$inferSelect
type SubscriptionRow = typeof subscription.$inferSelect

export const DAY_MS = 24 * 60 * 60 * 1000
export const WEEK_MS = 7 * DAY_MS

export async function addOwner(db: Db): Promise<string> {
  const id = makeId()
  await db.insert(owner).values({ id, createdAtMs: 0 })
  return id
}

/** Adds a paid order, without its payment and its points. */
export async function addOrder(
  db: Db,
  ownerId: string,
  skuId: string,
  changes: Partial<typeof payOrder.$inferInsert> = {},
): Promise<string> {
  const sku = findSku(skuId)
  if (sku === undefined) throw new Error(`there is no ${skuId}`)
  const id = makeId()
  const amountCents = sku.trialMs > 0 ? 0 : sku.cents
  const order = { id, ownerId, skuId, skuType: sku.skuType, points: sku.plan === null ? sku.points : 0, amountCents, currencyCode: 'USD' }
  await db
    .insert(payOrder)
    .values({ ...order, provider: 'sandbox', sessionId: makeId(), isEmbedded: true, state: 'SUCCESS', createdAtMs: 0, ...changes })
  return id
}

/** Adds a payment for an order, with its points in the ledger. */
export async function addPayment(
  db: Db,
  ownerId: string,
  orderId: string,
  changes: Partial<PaymentRow> & Pick<PaymentRow, 'paidAtMs'>,
): Promise<PaymentRow> {
  const moneyFields = {
    id: makeId(),
    orderId,
    ownerId,
    cycle: null,
    ref: makeId(),
    amountCents: 499,
    refundedCents: 0,
    currencyCode: 'USD',
  }
  const detailFields = {
    plan: null,
    creditCents: 0,
    discountCents: 0,
    promotionCode: '',
    paymentMethod: 13,
    points: 100,
    pointsTakenBack: 0,
    startsAtMs: null,
    endsAtMs: null,
  }
  const row = { ...moneyFields, ...detailFields, ...changes }
  await inTransaction(db, async (tx) => {
    await tx.insert(payment).values(row)
    if (row.points === 0) return { ok: true, value: 0 }
    const kind = row.cycle === null ? 'purchase' : 'grant'
    return appendEntries(tx, ownerId, [{ kind, amount: row.points, orderId: row.id, note: '' }], row.paidAtMs)
  })
  return row
}

/** Adds a paid order of a points pack, with its payment. */
export async function addPack(db: Db, ownerId: string, paidAtMs: number, changes: Partial<PaymentRow> = {}): Promise<PaymentRow> {
  return addPayment(db, ownerId, await addOrder(db, ownerId, 'points_100'), { paidAtMs, ...changes })
}

/** Adds a weekly plan that began a day before `nowMs`. */
export async function addPlan(db: Db, ownerId: string, nowMs: number, changes: Partial<SubscriptionRow> = {}): Promise<SubscriptionRow> {
  const skuId = changes.skuId ?? 'premium_weekly'
  const periodStartMs = nowMs - DAY_MS
  const row: SubscriptionRow = {
    orderId: changes.orderId ?? (await addOrder(db, ownerId, skuId)),
    ownerId,
    ref: makeId(),
    skuId,
    plan: findSku(skuId)?.plan ?? 'weekly',
    state: 'active',
    periodStartMs,
    periodEndMs: periodStartMs + WEEK_MS,
    cancelledAtMs: null,
    endedAtMs: null,
    requestedStop: null,
    nextPlan: null,
    wantedPlan: null,
    changeId: null,
    remindedOfMs: null,
    createdAtMs: periodStartMs,
    syncAtMs: null,
    ...changes,
  }
  await db.insert(subscription).values(row)
  return row
}

/** Adds one paid cycle of a plan; cycle 0 is the free trial. */
export async function addCycle(db: Db, plan: SubscriptionRow, cycle: number, changes: Partial<PaymentRow> = {}): Promise<PaymentRow> {
  const startsAtMs = plan.periodStartMs
  const amounts = cycle === 0 ? { amountCents: 0, points: 0 } : { amountCents: 999, points: 400 }
  return addPayment(db, plan.ownerId, plan.orderId, {
    cycle,
    startsAtMs,
    endsAtMs: plan.periodEndMs,
    paidAtMs: startsAtMs,
    ...amounts,
    ...changes,
  })
}

/** Adds a task with the ledger entry that holds its points, and the entry that ends the hold if the task has ended. */
export async function addTask(db: Db, ownerId: string, status: TaskState, points = 50): Promise<string> {
  const append = (movement: Movement) => inTransaction(db, (tx) => appendEntries(tx, ownerId, [movement], 0))
  const [batchId, id] = [makeId(), makeId()]
  const batchSettings = { modelName: '', prompt: '', duration: '6s', resolution: '720p', videoNum: 1, imageFidelity: 1 } as const
  await db.insert(batch).values({ ...batchSettings, images: [], id: batchId, ownerId, bizType: 'CUSTOM', createdAtMs: 0 })
  await db
    .insert(task)
    .values({ id, batchId, ownerId, take: 0, status, points, videoName: `${id}.mp4`, posterName: `${id}.jpg`, createdAtMs: 0 })
  await append({ kind: 'hold', amount: -points, taskId: id, note: '' })
  if (status === 'SUCCESS') await append({ kind: 'settle', amount: 0, taskId: id, note: '' })
  if (status === 'FAILED' || status === 'CANCELLED') await append({ kind: 'return', amount: points, taskId: id, note: '' })
  return id
}
