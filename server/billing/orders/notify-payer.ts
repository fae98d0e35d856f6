import { eq, and, isNull, lte, ne, or, sql } from 'drizzle-orm'
import type { Transaction } from '#server/platform/database/database.ts'
import type { MailText } from '#server/platform/mail/mail-texts.ts'
import type { Plan } from '#shared/domain/membership-terms.ts'
import { PAYMENT_GRACE_MS, TRIAL_REMINDER_MS } from '#shared/domain/membership-terms.ts'
import { account } from '#server/platform/database/account-schema.ts'
import { subscription } from '#server/platform/database/payment-schema.ts'
import * as texts from '../payments/mail-texts.ts'
import type { SubscriptionRow } from '../membership/membership.ts'
import { findSku } from '../catalogue/skus.ts'
import { itemName } from '../payments/item-name.ts'
import type { OrderDeps } from './order-deps.ts'
import type { OrderRow } from '#server/platform/database/payment-schema.ts'
import type { PayerNotice } from './payer-notice.ts'
import type { PaymentRow } from './record-payment.ts'

const CURRENCY = 'USD'

/** Writes to who pays, in the transaction of what it is about: told once, and never of what did not happen. */
export async function notifyPayer(
  tx: Transaction,
  { mailer, config }: Pick<OrderDeps, 'mailer' | 'config'>,
  { ownerId, skuId }: Pick<OrderRow, 'ownerId' | 'skuId'>,
  news: readonly PayerNotice[],
): Promise<void> {
  if (news.length === 0) return
  const [payer] = await tx.select({ email: account.email }).from(account).where(eq(account.id, ownerId))
  // Erased: nobody is there to read it.
  if (payer === undefined || !payer.email.includes('@')) return
  for (const piece of news) await mailer.send(tx, { to: payer.email, ...payerMail(piece, skuId, config.origins[0] ?? '') })
}

/** The words of one piece of news. `skuId` is what the order was for. */
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

/** Says a day before that a free week turns into a paid plan; once per end. */
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
  deps.mailer.wake()
}
