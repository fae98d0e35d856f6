import { type Transaction, and, asc, count, desc, eq, gt, inArray, inTransaction, lt, sql } from '#server/platform/database/database.ts'
import { account, session } from '#server/platform/database/account-schema.ts'
import { invoice, payOrder, payment, subscription } from '#server/platform/database/payment-schema.ts'
import { batch, ledger, owner, task } from '#server/platform/database/schema.ts'
import { pointsOf, toEntry } from '#server/billing/ledger/ledger.ts'
import { ok, refuse } from '#server/context.ts'
import type { Person, PersonLedgerEntry, PersonOrder, PersonTask, getPerson, getPersonLedger } from '#shared/api/operator.ts'
import { SESSION_KEPT_MS } from '#shared/domain/account-rules.ts'
import { documentNumber } from '#shared/domain/invoice-rules.ts'
import { OPERATOR_PAGE_ROWS } from '#shared/domain/operator-rules.ts'
import { type OperatorVerb, recordAct } from './operator-verb.ts'
import { operatorAct } from '#server/platform/database/operator-schema.ts'

export const readPerson: OperatorVerb<typeof getPerson> = async ({ ctx, input: { id }, operator }) => {
  return inTransaction(ctx.db, async (tx) => {
    const [found] = await tx.select({ id: owner.id }).from(owner).where(eq(owner.id, id))
    if (found === undefined) return refuse('H3015')
    const person = {
      id,
      account: await accountOf(tx, id, ctx.nowMs()),
      ...(await pointsOf(tx, id)),
      plan: await planOf(tx, id),
      orders: await ordersOf(tx, id),
      tasks: await tasksOf(tx, id),
    }
    await recordAct(tx, ctx, operator, { act: 'view_person', subject: 'account', subjectId: id })
    return ok(person)
  })
}

async function accountOf(tx: Transaction, id: string, nowMs: number): Promise<Person['account']> {
  const [row] = await tx.select().from(account).where(eq(account.id, id))
  if (row === undefined) return null
  const isLive = and(eq(session.accountId, id), gt(session.seenAtMs, nowMs - SESSION_KEPT_MS))
  const [live] = await tx.select({ sessions: count() }).from(session).where(isLive)
  const { email, firstName, lastName, createdAtMs: createdAt, deletesAtMs: deletesAt, disabledAtMs: disabledAt } = row
  const [hasPassword, hasGoogle] = [row.passwordHash !== null, row.googleSub !== null]
  return { email, firstName, lastName, hasPassword, hasGoogle, sessions: live?.sessions ?? 0, createdAt, deletesAt, disabledAt }
}

async function planOf(tx: Transaction, ownerId: string): Promise<Person['plan']> {
  const { orderId, plan, state, periodEndMs: periodEnd, cancelledAtMs: cancelledAt } = subscription
  const [latest] = await tx
    .select({ orderId, plan, state, periodEnd, cancelledAt })
    .from(subscription)
    .where(eq(subscription.ownerId, ownerId))
    .orderBy(desc(subscription.createdAtMs))
    .limit(1)
  return latest ?? null
}

async function ordersOf(tx: Transaction, ownerId: string): Promise<PersonOrder[]> {
  const orders = await tx
    .select()
    .from(payOrder)
    .where(eq(payOrder.ownerId, ownerId))
    .orderBy(desc(payOrder.createdAtMs), desc(payOrder.id))
    .limit(OPERATOR_PAGE_ROWS)
  const orderIds = orders.map(({ id }) => id)
  const payments = await tx.select().from(payment).where(inArray(payment.orderId, orderIds)).orderBy(desc(payment.paidAtMs))
  const paymentIds = payments.map(({ id }) => id)
  const documents = await tx.select().from(invoice).where(inArray(invoice.paymentId, paymentIds)).orderBy(asc(invoice.issuedAtMs))
  return orders.map(({ id, skuId, provider, state, amountCents, currencyCode, createdAtMs }) => ({
    id,
    skuId,
    provider,
    state,
    amount: amountCents,
    currencyCode,
    createdAt: createdAtMs,
    payments: payments
      .filter(({ orderId }) => orderId === id)
      .map((paid) => ({
        id: paid.id,
        amount: paid.amountCents,
        refunded: paid.refundedCents,
        isOfPlan: paid.cycle !== null,
        currencyCode: paid.currencyCode,
        points: paid.points,
        pointsTakenBack: paid.pointsTakenBack,
        paidAt: paid.paidAtMs,
        documents: documents
          .filter(({ paymentId }) => paymentId === paid.id)
          .map((row) => ({ id: row.id, kind: row.kind, number: documentNumber(row) })),
      })),
  }))
}

async function tasksOf(tx: Transaction, ownerId: string): Promise<PersonTask[]> {
  const rows = await tx
    .select({ task, modelName: batch.modelName })
    .from(task)
    .innerJoin(batch, eq(batch.id, task.batchId))
    .where(eq(task.ownerId, ownerId))
    .orderBy(desc(task.createdAtMs), desc(task.batchId), asc(task.take))
    .limit(OPERATOR_PAGE_ROWS)
  return rows.map(({ task: { id, status, points, errorMsg, videoName, deletedAtMs, createdAtMs, movedTo }, modelName }) => ({
    id,
    status,
    modelName: movedTo ?? modelName,
    points,
    errorMsg,
    videoName,
    isDeleted: deletedAtMs !== null,
    createdAt: createdAtMs,
  }))
}

/** The movements of somebody's points with what each came from: a task, a payment, or an act of an operator. */
export const readPersonLedger: OperatorVerb<typeof getPersonLedger> = async ({ ctx, input: { id, start }, operator }) => {
  return ctx.db.transaction(async (tx) => {
    const rows = await tx
      .select()
      .from(ledger)
      .where(and(eq(ledger.ownerId, id), start === undefined ? undefined : lt(ledger.seq, Number(start))))
      .orderBy(desc(ledger.seq))
      .limit(OPERATOR_PAGE_ROWS + 1)
    const shown = rows.slice(0, OPERATOR_PAGE_ROWS)
    const acts = await actsOf(
      tx,
      id,
      shown.map(({ seq }) => seq),
    )
    await recordAct(tx, ctx, operator, { act: 'view_ledger', subject: 'account', subjectId: id })
    const data = shown.map((row) => ({ entry: toEntry(row), origin: originOf(row, acts.get(row.seq)) }))
    return ok({ data, hasNext: rows.length > OPERATOR_PAGE_ROWS })
  })
}

function originOf({ taskId, orderId }: typeof ledger.$inferSelect, act: number | undefined): PersonLedgerEntry['origin'] {
  if (taskId !== null) return { kind: 'task', id: taskId }
  if (orderId !== null) return { kind: 'payment', id: orderId }
  return act === undefined ? { kind: 'none', id: '' } : { kind: 'act', id: String(act) }
}

/** Numbers of the acts that made these movements. */
async function actsOf(tx: Transaction, ownerId: string, lines: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const line = sql<number>`(${operatorAct.detail}::json->>'line')::int`
  const rows = await tx
    .select({ seq: operatorAct.seq, line })
    .from(operatorAct)
    .where(and(eq(operatorAct.subjectId, ownerId), eq(operatorAct.act, 'points'), inArray(line, [...lines])))
  return new Map(rows.map((row) => [row.line, row.seq]))
}
