import { type Transaction, and, asc, count, desc, eq, gt, inArray, inTransaction, lt, sql } from '#server/database/database.ts'
import * as schema from '#server/database/schema.ts'
import { pointsOf } from '#server/billing/points.ts'
import { toEntry } from '#server/billing/ledger-entries.ts'
import { ok, refuse } from '#server/verbs/verb.ts'
import type { Person, PersonLedgerEntry, PersonOrder, PersonTask, getPerson, getPersonLedger } from '#shared/api/operator.ts'
import { SESSION_LIFETIME_MS } from '#shared/domain/account-rules.ts'
import { documentNumber } from '#shared/domain/invoice-rules.ts'
import { OPERATOR_PAGE_ROWS } from '#shared/domain/operator-rules.ts'
import { type OperatorVerb, recordAct } from './operator-verb.ts'

export const readPerson: OperatorVerb<typeof getPerson> = async ({ ctx, input: { id }, operator }) => {
  return inTransaction(ctx.db, async (tx) => {
    const [ownerRow] = await tx.select({ id: schema.owner.id }).from(schema.owner).where(eq(schema.owner.id, id))
    if (ownerRow === undefined) return refuse('H3015')
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
  const [row] = await tx.select().from(schema.account).where(eq(schema.account.id, id))
  if (row === undefined) return null
  const isLiveSession = and(eq(schema.session.accountId, id), gt(schema.session.seenAtMs, nowMs - SESSION_LIFETIME_MS))
  const [sessionCount] = await tx.select({ sessions: count() }).from(schema.session).where(isLiveSession)
  const { email, firstName, lastName, createdAtMs: createdAt, deletesAtMs: deletesAt, disabledAtMs: disabledAt } = row
  const [hasPassword, hasGoogle] = [row.passwordHash !== null, row.googleSub !== null]
  return { email, firstName, lastName, hasPassword, hasGoogle, sessions: sessionCount?.sessions ?? 0, createdAt, deletesAt, disabledAt }
}

async function planOf(tx: Transaction, ownerId: string): Promise<Person['plan']> {
  const { orderId, plan, state, periodEndMs: periodEnd, cancelledAtMs: cancelledAt } = schema.subscription
  const [latestPlan] = await tx
    .select({ orderId, plan, state, periodEnd, cancelledAt })
    .from(schema.subscription)
    .where(eq(schema.subscription.ownerId, ownerId))
    .orderBy(desc(schema.subscription.createdAtMs))
    .limit(1)
  return latestPlan ?? null
}

async function ordersOf(tx: Transaction, ownerId: string): Promise<PersonOrder[]> {
  const orders = await tx
    .select()
    .from(schema.payOrder)
    .where(eq(schema.payOrder.ownerId, ownerId))
    .orderBy(desc(schema.payOrder.createdAtMs), desc(schema.payOrder.id))
    .limit(OPERATOR_PAGE_ROWS)
  const orderIds = orders.map(({ id }) => id)
  const payments = await tx
    .select()
    .from(schema.payment)
    .where(inArray(schema.payment.orderId, orderIds))
    .orderBy(desc(schema.payment.paidAtMs))
  const paymentIds = payments.map(({ id }) => id)
  const documents = await tx
    .select()
    .from(schema.invoice)
    .where(inArray(schema.invoice.paymentId, paymentIds))
    .orderBy(asc(schema.invoice.issuedAtMs))
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
      .map((payment) => ({
        id: payment.id,
        amount: payment.amountCents,
        refunded: payment.refundedCents,
        isOfPlan: payment.cycle !== null,
        currencyCode: payment.currencyCode,
        points: payment.points,
        pointsTakenBack: payment.pointsTakenBack,
        paidAt: payment.paidAtMs,
        documents: documents
          .filter(({ paymentId }) => paymentId === payment.id)
          .map((row) => ({ id: row.id, kind: row.kind, number: documentNumber(row) })),
      })),
  }))
}

async function tasksOf(tx: Transaction, ownerId: string): Promise<PersonTask[]> {
  const rows = await tx
    .select({ task: schema.task, modelName: schema.batch.modelName })
    .from(schema.task)
    .innerJoin(schema.batch, eq(schema.batch.id, schema.task.batchId))
    .where(eq(schema.task.ownerId, ownerId))
    .orderBy(desc(schema.task.createdAtMs), desc(schema.task.batchId), asc(schema.task.take))
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

/** A user's points movements, each with its cause if it has one: a task, a payment, or an operator's action. */
export const readPersonLedger: OperatorVerb<typeof getPersonLedger> = async ({ ctx, input: { id, start }, operator }) => {
  return ctx.db.transaction(async (tx) => {
    const rows = await tx
      .select()
      .from(schema.ledger)
      .where(and(eq(schema.ledger.ownerId, id), start === undefined ? undefined : lt(schema.ledger.seq, Number(start))))
      .orderBy(desc(schema.ledger.seq))
      .limit(OPERATOR_PAGE_ROWS + 1)
    const pageRows = rows.slice(0, OPERATOR_PAGE_ROWS)
    const acts = await actsOf(
      tx,
      id,
      pageRows.map(({ seq }) => seq),
    )
    await recordAct(tx, ctx, operator, { act: 'view_ledger', subject: 'account', subjectId: id })
    const data = pageRows.map((row) => ({ entry: toEntry(row), origin: originOf(row, acts.get(row.seq)) }))
    return ok({ data, hasNext: rows.length > OPERATOR_PAGE_ROWS })
  })
}

function originOf({ taskId, orderId }: typeof schema.ledger.$inferSelect, act: number | undefined): PersonLedgerEntry['origin'] {
  if (taskId !== null) return { kind: 'task', id: taskId }
  if (orderId !== null) return { kind: 'payment', id: orderId }
  return act === undefined ? { kind: 'none', id: '' } : { kind: 'act', id: String(act) }
}

/** The log numbers of the operator actions that caused these movements. */
async function actsOf(tx: Transaction, ownerId: string, ledgerSeqs: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const ledgerSeq = sql<number>`(${schema.operatorAct.detail}::json->>'line')::int`
  const rows = await tx
    .select({ seq: schema.operatorAct.seq, line: ledgerSeq })
    .from(schema.operatorAct)
    .where(and(eq(schema.operatorAct.subjectId, ownerId), eq(schema.operatorAct.act, 'points'), inArray(ledgerSeq, [...ledgerSeqs])))
  return new Map(rows.map((row) => [row.line, row.seq]))
}
