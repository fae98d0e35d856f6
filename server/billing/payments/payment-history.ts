import { type SQL, and, asc, desc, eq, gt, isNotNull, isNull, lt, or } from '#server/database/database.ts'
import { type InvoiceRow, account, payment, subscription, payOrder } from '#server/database/schema.ts'
import { type Answer, type CallAnswer, type CallRequest, type Context, ok, refuse } from '#server/verbs/verb.ts'
import * as payments from '#shared/api/payments.ts'
import { ACTIVE_SUBSCRIPTION_STATUS, CANCELLED_SUBSCRIPTION_STATUS } from '#shared/domain/membership-terms.ts'
import { requireAccount } from '#server/verbs/require-owner.ts'
import type { InvoiceDocument } from '#shared/api/invoices.ts'
import { documentNumber } from '#shared/domain/invoice-rules.ts'
import { creditedItemName, itemName, planOfPayment, promotionItemName } from '../catalogue/skus.ts'
import { documentsOf } from '../invoices/issue-documents.ts'
import { readReceiptRefunds } from './refund-offer.ts'
import { doesRenew } from '../membership.ts'
import { DURATION_TYPES } from '#shared/domain/sku-rules.ts'

export async function readReceipt({ ctx, input }: CallRequest<typeof payments.getReceipt>): Promise<Answer<payments.Receipt>> {
  const session = await requireAccount(ctx)
  if (!session.ok) return session
  const [source] = await ctx.db
    .select({ payment, account, order: payOrder, plan: subscription.plan })
    .from(payment)
    .innerJoin(account, eq(account.id, payment.ownerId))
    .innerJoin(payOrder, eq(payOrder.id, payment.orderId))
    .leftJoin(subscription, eq(subscription.orderId, payment.orderId))
    .where(and(eq(payment.id, input.id), eq(payment.ownerId, session.value.accountId)))
  if (source === undefined) return refuse('H4001')
  const refunds = await readReceiptRefunds(ctx, input.id)
  return ok({ ...toReceipt(source, await documentsOf(ctx.db, input.id)), refunds })
}

function toReceipt(
  { payment: paymentRow, account: payer, order, plan: subscriptionPlan }: ReceiptSource,
  documents: readonly InvoiceRow[],
): Omit<payments.Receipt, 'refunds'> {
  const { startsAtMs, endsAtMs, creditCents, discountCents } = paymentRow
  const plan = planOfPayment(paymentRow, order) ?? subscriptionPlan
  return {
    id: paymentRow.id,
    orderId: paymentRow.orderId,
    name: `${payer.firstName} ${payer.lastName}`.trim(),
    email: payer.email,
    itemName: itemName(paymentRow, plan),
    occurredAt: paymentRow.paidAtMs,
    paymentMethod: paymentRow.paymentMethod,
    currencyCode: paymentRow.currencyCode,
    paidAmount: paymentRow.amountCents,
    refundedAmount: paymentRow.refundedCents,
    points: paymentRow.points,
    period: startsAtMs === null || endsAtMs === null ? null : { startsAt: startsAtMs, endsAt: endsAtMs },
    credit: plan === null || creditCents === 0 ? null : { itemName: creditedItemName(plan), amount: creditCents },
    discount: discountCents === 0 ? null : { itemName: promotionItemName(paymentRow.promotionCode), amount: discountCents },
    documents: documents.map(toDocument),
  }
}

function toDocument(row: InvoiceRow): InvoiceDocument {
  return {
    id: row.id,
    kind: row.kind,
    number: documentNumber(row),
    issuedAt: row.issuedAtMs,
    seller: { name: row.sellerName, address: row.sellerAddress, taxNumber: row.sellerTaxNumber },
    payer: { name: row.payerName, address: row.payerAddress, taxNumber: row.payerTaxNumber },
    grossAmount: row.grossCents,
    netAmount: row.netCents,
    taxAmount: row.taxCents,
    taxRate: row.taxRate,
  }
}

interface ReceiptSource {
  readonly payment: typeof payment.$inferSelect
  readonly account: typeof account.$inferSelect
  readonly order: typeof payOrder.$inferSelect
  readonly plan: (typeof subscription.$inferSelect)['plan'] | null
}

/** The stored state of an order, without a request to the provider. */
export async function queryPayment({
  ctx,
  input,
}: CallRequest<typeof payments.getPayment>): Promise<CallAnswer<typeof payments.getPayment>> {
  const account = await requireAccount(ctx)
  if (!account.ok) return account
  const [order] = await ctx.db
    .select({ orderId: payOrder.id, status: payOrder.state })
    .from(payOrder)
    .where(and(eq(payOrder.id, input.orderId), eq(payOrder.ownerId, account.value.accountId)))
  return order === undefined ? refuse('H4023') : ok(order)
}

interface HistoryRow {
  readonly payment: typeof payment.$inferSelect
  readonly order: typeof payOrder.$inferSelect
  readonly subscription: typeof subscription.$inferSelect | null
}

/** The caller's payments, newest first. `start` is the id of the last entry on the previous page. */
export async function listTransactions({
  ctx,
  input,
}: CallRequest<typeof payments.getTransactions>): Promise<CallAnswer<typeof payments.getTransactions>> {
  const account = await requireAccount(ctx)
  if (!account.ok) return account
  const isInList = and(
    eq(payment.ownerId, account.value.accountId),
    input.type === 'SUBSCRIPTION' ? isNotNull(payment.cycle) : isNull(payment.cycle),
  )
  const pageCondition = await readPageCondition(ctx, isInList, input.start)
  if (!pageCondition.ok) return pageCondition
  const limit = input.limit ?? payments.HISTORY_PAGE_SIZE
  const rows = await ctx.db
    .select({ payment, order: payOrder, subscription })
    .from(payment)
    .innerJoin(payOrder, eq(payOrder.id, payment.orderId))
    .leftJoin(subscription, eq(subscription.orderId, payment.orderId))
    .where(and(isInList, pageCondition.value))
    .orderBy(desc(payment.paidAtMs), asc(payment.id))
    .limit(limit + 1)
  return ok({ data: rows.slice(0, limit).map(toHistoryRow), hasNext: rows.length > limit })
}

/** The condition for the page after one payment. Rejects a cursor of another list or another owner. */
async function readPageCondition(
  { db }: Pick<Context, 'db'>,
  isInList: SQL | undefined,
  start: string | undefined,
): Promise<Answer<SQL | undefined>> {
  if (start === undefined) return ok(undefined)
  const [lastPayment] = await db
    .select({ id: payment.id, paidAtMs: payment.paidAtMs })
    .from(payment)
    .where(and(isInList, eq(payment.id, start)))
  if (lastPayment === undefined) return refuse('H3000', ['start'])
  return ok(or(lt(payment.paidAtMs, lastPayment.paidAtMs), and(eq(payment.paidAtMs, lastPayment.paidAtMs), gt(payment.id, lastPayment.id))))
}

function toHistoryRow({ payment: paymentRow, order, subscription: plan }: HistoryRow): payments.Transaction {
  return {
    id: paymentRow.id,
    orderId: paymentRow.orderId,
    ...(plan === null
      ? { pointAmount: paymentRow.points }
      : {
          status: doesRenew(plan) ? ACTIVE_SUBSCRIPTION_STATUS : CANCELLED_SUBSCRIPTION_STATUS,
          skuType: DURATION_TYPES[planOfPayment(paymentRow, order) ?? plan.plan],
        }),
    occurredAt: paymentRow.paidAtMs,
    paymentMethod: paymentRow.paymentMethod,
    currencyCode: paymentRow.currencyCode,
    paidAmount: paymentRow.amountCents,
    ...(paymentRow.refundedCents === 0 ? {} : { refundedAmount: paymentRow.refundedCents }),
  }
}
