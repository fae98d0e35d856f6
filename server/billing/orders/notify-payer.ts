import { eq, and, isNull, lte, ne, or, sql } from 'drizzle-orm'
import type { Transaction } from '#server/platform/database/database.ts'
import type { MailText } from '#server/platform/mail/mail-texts.ts'
import { type Plan, PAYMENT_GRACE_MS, TRIAL_REMINDER_MS } from '#shared/domain/membership-terms.ts'
import { account } from '#server/platform/database/account-schema.ts'
import { type OrderRow, subscription } from '#server/platform/database/payment-schema.ts'
import * as texts from '../payments/mail-texts.ts'
import type { SubscriptionRow } from '../membership/membership.ts'
import { findSku, itemName } from '../catalogue/skus.ts'
import type { PayerNotice, PaymentRow } from './order-payments.ts'
import type { Services } from '#server/context.ts'

const CURRENCY = 'USD'

/** Queues a mail to the payer in the transaction of the event, so that it is sent once and only if the event is committed. */
export async function notifyPayer(
  tx: Transaction,
  { mailer, config }: Pick<OrderDeps, 'mailer' | 'config'>,
  { ownerId, skuId }: Pick<OrderRow, 'ownerId' | 'skuId'>,
  news: readonly PayerNotice[],
): Promise<void> {
  if (news.length === 0) return
  const [payer] = await tx.select({ email: account.email }).from(account).where(eq(account.id, ownerId))
  // The account was erased and has no address.
  if (payer === undefined || !payer.email.includes('@')) return
  for (const piece of news) await mailer.send(tx, { to: payer.email, ...payerMail(piece, skuId, config.origins[0] ?? '') })
}

/** The text of one notice. `skuId` is the product of the order. */
function payerMail(news: PayerNotice, skuId: string, origin: string): MailText {
  switch (news.kind) {
    case 'paid':
      return receipt(news.payment, findSku(skuId)?.plan ?? null, origin)
    case 'trial_begun':
      return texts.trialBegunMail({ ...priced(skuId, origin), endsAtMs: news.payment.endsAtMs ?? news.payment.paidAtMs })
    case 'trial_ends':
      return texts.trialReminderMail({ ...priced(skuId, origin), endsAtMs: news.subscription.periodEndMs })
    case 'past_due':
      return texts.paymentFailedMail({ ...priced(skuId, origin), graceEndsAtMs: news.subscription.periodEndMs + PAYMENT_GRACE_MS })
    case 'cancelled':
      return texts.cancelledMail({ ...priced(skuId, origin), endsAtMs: news.subscription.periodEndMs })
    case 'ended':
      return texts.planEndedMail({ ...priced(skuId, origin), endedAtMs: endOf(news.subscription) })
  }
}

function receipt(row: PaymentRow, plan: Plan | null, origin: string): MailText {
  const { startsAtMs, endsAtMs } = row
  const period = startsAtMs === null || endsAtMs === null ? null : { startsAtMs, endsAtMs }
  return texts.receiptMail({ ...row, itemName: itemName(row, plan), period, origin })
}

function priced(skuId: string, origin: string) {
  const sku = findSku(skuId)
  return { plan: sku?.plan ?? 'weekly', amountCents: sku?.cents ?? 0, currencyCode: CURRENCY, origin }
}

function endOf({ endedAtMs, periodEndMs }: SubscriptionRow): number {
  return endedAtMs ?? periodEndMs
}

/** Sends the reminder one day before a free week becomes a paid plan; once per end. */
export async function remindOfTrialEnd(deps: OrderDeps, orderId: string): Promise<void> {
  const nowMs = deps.nowMs()
  await deps.db.transaction(async (tx) => {
    const isDue = and(eq(subscription.orderId, orderId), eq(subscription.state, 'trial'), isNull(subscription.cancelledAtMs))
    const isNew = or(isNull(subscription.remindedOfMs), ne(subscription.remindedOfMs, subscription.periodEndMs))
    const [row] = await tx
      .update(subscription)
      .set({ remindedOfMs: sql`${subscription.periodEndMs}` })
      .where(and(isDue, isNew, lte(subscription.periodEndMs, nowMs + TRIAL_REMINDER_MS)))
      .returning()
    if (row !== undefined && row.periodEndMs > nowMs) await notifyPayer(tx, deps, row, [{ kind: 'trial_ends', subscription: row }])
  })
}

/** Services that orders need outside a request. */
export type OrderDeps = Pick<Services, 'db' | 'nowMs' | 'payment' | 'mailer' | 'secret' | 'log' | 'config'>
