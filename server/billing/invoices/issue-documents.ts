import { type Transaction, and, asc, eq, gt, or, sql } from '#server/database/database.ts'
import * as schema from '#server/database/schema.ts'
import type { Seller } from './seller.ts'
import { makeId } from '#server/crypto/make-id.ts'
import { type DocumentKind, containedTaxCents } from '#shared/domain/invoice-rules.ts'
import type { ServiceConfig, Services } from '#server/verbs/services.ts'
import { lockOwner } from '#server/verbs/require-owner.ts'
import { creditedItemName, itemName, planOfPayment } from '../catalogue/skus.ts'

type PaymentRow = typeof schema.payment.$inferSelect

export interface IssueContext {
  readonly seller: Seller
  readonly nowMs: number
}

/**
 * Writes the invoice of a payment, with the current seller, payer and tax. Null for the start of a trial, which costs nothing. Lock the
 * owner first. The next number stays locked until the transaction ends, so do not wait for anything afterwards.
 */
export async function issueInvoice(
  tx: Transaction,
  payment: PaymentRow,
  { seller, nowMs }: IssueContext,
): Promise<schema.InvoiceRow | null> {
  if (payment.amountCents <= 0) return null
  const { payer, plan } = await payerAndPlanOf(tx, payment)
  const { paidAtMs, startsAtMs, endsAtMs, currencyCode, amountCents: grossCents } = payment
  return storeDocument(tx, {
    kind: 'invoice',
    prefix: seller.prefix,
    paymentId: payment.id,
    invoiceId: null,
    ownerId: payment.ownerId,
    issuedAtMs: nowMs,
    paidAtMs,
    startsAtMs,
    endsAtMs,
    sellerName: seller.name,
    sellerAddress: seller.address,
    sellerTaxNumber: seller.taxNumber,
    ...payer,
    itemName: itemName(payment, plan),
    creditCents: payment.creditCents,
    creditedItem: plan !== null && payment.creditCents > 0 ? creditedItemName(plan) : '',
    discountCents: payment.discountCents,
    promotionCode: payment.promotionCode,
    currencyCode,
    taxRate: seller.taxRate,
    ...amountsOf(grossCents, containedTaxCents(grossCents, seller.taxRate ?? 0)),
  })
}

/**
 * Writes a credit note for the amount refunded since the last credit note, never more than was paid. Seller, payer and tax rate are those
 * of the invoice. Lock the owner first.
 */
export async function issueCreditNote(
  tx: Transaction,
  payment: PaymentRow,
  refundedCents: number,
  issueContext: IssueContext,
): Promise<void> {
  const issuedDocuments = await documentsOf(tx, payment.id)
  const correctedInvoice = issuedDocuments.find(({ kind }) => kind === 'invoice') ?? (await issueInvoice(tx, payment, issueContext))
  if (correctedInvoice === null) return
  const creditedBeforeCents = issuedDocuments.reduce((sum, { kind, grossCents }) => (kind === 'credit_note' ? sum + grossCents : sum), 0)
  const creditedAfterCents = Math.min(refundedCents, correctedInvoice.grossCents)
  if (creditedAfterCents <= creditedBeforeCents) return
  // The tax of all credit notes together is rounded once, so that after a full refund their tax equals the tax of the invoice.
  const taxIn = (cents: number) => containedTaxCents(cents, correctedInvoice.taxRate ?? 0)
  const { id: invoiceId, number: _, ...invoiceFields } = correctedInvoice
  const amounts = amountsOf(creditedAfterCents - creditedBeforeCents, taxIn(creditedAfterCents) - taxIn(creditedBeforeCents))
  const noDeductions = { creditCents: 0, creditedItem: '', discountCents: 0, promotionCode: '' }
  await storeDocument(tx, { ...invoiceFields, ...noDeductions, kind: 'credit_note', invoiceId, issuedAtMs: issueContext.nowMs, ...amounts })
}

export async function documentsOf(db: Pick<Transaction, 'select'>, paymentId: string): Promise<schema.InvoiceRow[]> {
  const rows = await db.select().from(schema.invoice).where(eq(schema.invoice.paymentId, paymentId)).orderBy(asc(schema.invoice.number))
  return rows.toSorted((one, other) => Number(one.kind === 'credit_note') - Number(other.kind === 'credit_note'))
}

const BATCH_SIZE = 200

export interface IssueDeps extends Pick<Services, 'db' | 'nowMs'> {
  readonly config: Pick<ServiceConfig, 'seller'>
}

/**
 * Issues the missing documents of payments and refunds that earlier builds recorded, in the order of payment. Each payment has its own
 * transaction, which locks the owner first, so several processes may run this at once.
 */
export async function issueMissingDocuments({ db, config, nowMs }: IssueDeps): Promise<void> {
  const grossOf = (kind: 'invoice' | 'credit_note') =>
    sql`coalesce((select sum(${schema.invoice.grossCents}) from ${schema.invoice} where ${schema.invoice.paymentId} = ${schema.payment.id} and ${schema.invoice.kind} = ${kind}), 0)`
  const isIncomplete = or(
    gt(schema.payment.amountCents, grossOf('invoice')),
    gt(sql`least(${schema.payment.refundedCents}, ${schema.payment.amountCents})`, grossOf('credit_note')),
  )
  let rows: { readonly id: string; readonly ownerId: string; readonly paidAtMs: number }[] = []
  do {
    const lastRow = rows.at(-1)
    const isAfterLastRow =
      lastRow === undefined
        ? undefined
        : or(
            gt(schema.payment.paidAtMs, lastRow.paidAtMs),
            and(eq(schema.payment.paidAtMs, lastRow.paidAtMs), gt(schema.payment.id, lastRow.id)),
          )
    rows = await db
      .select({ id: schema.payment.id, ownerId: schema.payment.ownerId, paidAtMs: schema.payment.paidAtMs })
      .from(schema.payment)
      .where(and(isIncomplete, isAfterLastRow))
      .orderBy(asc(schema.payment.paidAtMs), asc(schema.payment.id))
      .limit(BATCH_SIZE)
    for (const { id, ownerId } of rows) {
      await db.transaction(async (tx) => {
        await lockOwner(tx, ownerId)
        const [payment] = await tx.select().from(schema.payment).where(eq(schema.payment.id, id))
        if (payment === undefined) return
        const issueContext = { seller: config.seller, nowMs: nowMs() }
        if ((await documentsOf(tx, id)).length === 0) await issueInvoice(tx, payment, issueContext)
        await issueCreditNote(tx, payment, payment.refundedCents, issueContext)
      })
    }
  } while (rows.length === BATCH_SIZE)
}

function amountsOf(grossCents: number, taxCents: number): Pick<schema.InvoiceRow, 'grossCents' | 'taxCents' | 'netCents'> {
  return { grossCents, taxCents, netCents: grossCents - taxCents }
}

async function storeDocument(tx: Transaction, row: Omit<schema.InvoiceRow, 'id' | 'number'>): Promise<schema.InvoiceRow> {
  const number = await drawNumber(tx, row.prefix, row.kind)
  const [storedRow] = await tx
    .insert(schema.invoice)
    .values({ ...row, id: makeId(), number })
    .returning()
  if (storedRow === undefined) throw new Error('the document was not stored')
  return storedRow
}

async function drawNumber(tx: Transaction, prefix: string, kind: DocumentKind): Promise<number> {
  const increments = { lastInvoice: kind === 'invoice' ? 1 : 0, lastCreditNote: kind === 'credit_note' ? 1 : 0 }
  const { lastInvoice, lastCreditNote } = schema.documentSeries
  const [series] = await tx
    .insert(schema.documentSeries)
    .values({ prefix, ...increments })
    .onConflictDoUpdate({
      target: schema.documentSeries.prefix,
      set: {
        lastInvoice: sql`${lastInvoice} + ${increments.lastInvoice}`,
        lastCreditNote: sql`${lastCreditNote} + ${increments.lastCreditNote}`,
      },
    })
    .returning()
  if (series === undefined) throw new Error('a series gave no number')
  return kind === 'invoice' ? series.lastInvoice : series.lastCreditNote
}

/** The payer of a payment (the billing details, else the account's name; empty for an erased account), and the plan that was paid. */
async function payerAndPlanOf(tx: Transaction, payment: PaymentRow) {
  const { firstName, lastName } = schema.account
  const [orderFacts] = await tx
    .select({ skuId: schema.payOrder.skuId, plan: schema.subscription.plan, firstName, lastName, details: schema.billingDetails })
    .from(schema.payOrder)
    .leftJoin(schema.subscription, eq(schema.subscription.orderId, schema.payOrder.id))
    .leftJoin(schema.account, eq(schema.account.id, schema.payOrder.ownerId))
    .leftJoin(schema.billingDetails, eq(schema.billingDetails.ownerId, schema.payOrder.ownerId))
    .where(eq(schema.payOrder.id, payment.orderId))
  if (orderFacts === undefined) throw new Error('a payment without an order')
  const { name = '', address = '', taxNumber = '' } = orderFacts.details ?? {}
  const accountName = `${orderFacts.firstName ?? ''} ${orderFacts.lastName ?? ''}`.trim()
  return {
    payer: { payerName: name === '' ? accountName : name, payerAddress: address, payerTaxNumber: taxNumber },
    plan: planOfPayment(payment, orderFacts) ?? orderFacts.plan,
  }
}
