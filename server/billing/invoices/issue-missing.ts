import { and, asc, eq, gt, or, sql } from 'drizzle-orm'
import type { Config } from '#server/config.ts'
import type { Services } from '#server/context.ts'
import { invoice, payment } from '#server/platform/database/payment-schema.ts'
import { lockOwner } from '#server/platform/context/require-owner.ts'
import { documentsOf, issueCreditNote, issueInvoice } from './issue-documents.ts'

const AT_ONCE = 200

export interface IssuingDeps extends Pick<Services, 'db' | 'nowMs'> {
  readonly config: Pick<Config, 'seller'>
}

/**
 * Issues the documents of payments and refunds that builds without invoices have recorded, in the order of payment. One transaction each, which
 * locks the owner first as every payment does: several processes may do this at once.
 */
export async function issueMissing({ db, config, nowMs }: IssuingDeps): Promise<void> {
  const grossOf = (kind: 'invoice' | 'credit_note') =>
    sql`coalesce((select sum(${invoice.grossCents}) from ${invoice} where ${invoice.paymentId} = ${payment.id} and ${invoice.kind} = ${kind}), 0)`
  const isIncomplete = or(
    gt(payment.amountCents, grossOf('invoice')),
    gt(sql`least(${payment.refundedCents}, ${payment.amountCents})`, grossOf('credit_note')),
  )
  let rows: { readonly id: string; readonly ownerId: string; readonly paidAtMs: number }[] = []
  do {
    const last = rows.at(-1)
    const isNext =
      last === undefined
        ? undefined
        : or(gt(payment.paidAtMs, last.paidAtMs), and(eq(payment.paidAtMs, last.paidAtMs), gt(payment.id, last.id)))
    rows = await db
      .select({ id: payment.id, ownerId: payment.ownerId, paidAtMs: payment.paidAtMs })
      .from(payment)
      .where(and(isIncomplete, isNext))
      .orderBy(asc(payment.paidAtMs), asc(payment.id))
      .limit(AT_ONCE)
    for (const { id, ownerId } of rows) {
      await db.transaction(async (tx) => {
        await lockOwner(tx, ownerId)
        const [paid] = await tx.select().from(payment).where(eq(payment.id, id))
        if (paid === undefined) return
        const issuing = { seller: config.seller, nowMs: nowMs() }
        if ((await documentsOf(tx, id)).length === 0) await issueInvoice(tx, paid, issuing)
        await issueCreditNote(tx, paid, paid.refundedCents, issuing)
      })
    }
  } while (rows.length === AT_ONCE)
}
