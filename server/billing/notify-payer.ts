import { type Transaction, type OrderRow, eq, account } from '#server/database/database.ts'
import type { MailText } from '#server/mail/mail-texts.ts'
import { type Plan, PAYMENT_GRACE_MS } from '#shared/domain/membership-terms.ts'
import type { Services } from '#server/verbs/services.ts'
import { formatMoney } from '#shared/domain/currencies.ts'
import * as texts from './payments/mail-texts.ts'
import type { SubscriptionRow } from './membership.ts'
import { priceOfPlan } from './membership/plan-price.ts'
import { creditedItemName, findSku, itemName, planOfPayment } from './catalogue/skus.ts'
import type { PayerNotice } from './payments/payer-notice.ts'
import type { PaymentRow } from './payments/record-payment.ts'

/** Services that orders use outside a request. */
export type OrderDeps = Pick<Services, 'db' | 'nowMs' | 'payment' | 'mailer' | 'secret' | 'log' | 'config'>

/** Queues one mail to the payer for each notice. A mail is sent once, and only if the transaction commits. */
export async function notifyPayer(
  tx: Transaction,
  { mailer, config }: Pick<OrderDeps, 'mailer' | 'config'>,
  { ownerId, skuId }: Pick<OrderRow, 'ownerId' | 'skuId'>,
  notices: readonly PayerNotice[],
): Promise<void> {
  if (notices.length === 0) return
  const [payer] = await tx.select({ email: account.email }).from(account).where(eq(account.id, ownerId))
  // An erased account has no address.
  if (payer === undefined || !payer.email.includes('@')) return
  const plan = findSku(skuId)?.plan ?? null
  const origin = config.origins[0] ?? ''
  for (const notice of notices) {
    const runningPlan = 'subscription' in notice ? notice.subscription : null
    const chargedPlan = runningPlan === null ? plan : (nextPlanOf(notice, runningPlan) ?? runningPlan.plan)
    const price = await priceOf({ db: tx, config }, notice, chargedPlan)
    const facts = { plan: chargedPlan ?? 'weekly', ...price, origin }
    await mailer.send(tx, {
      to: payer.email,
      ...payerMail(notice, 'payment' in notice ? planOfPayment(notice.payment, { skuId }) : plan, facts),
    })
  }
}

/** The scheduled next plan, for the notices `renews` and `plan_changes`; null for other notices and without a scheduled change. */
function nextPlanOf({ kind }: PayerNotice, { nextPlan }: SubscriptionRow): Plan | null {
  return kind === 'renews' || kind === 'plan_changes' ? nextPlan : null
}

/**
 * The price of the next charge, which mails about a trial or a subscription contain. Mails about other payments contain the paid amount.
 */
async function priceOf(deps: Parameters<typeof priceOfPlan>[0], notice: PayerNotice, chargedPlan: Plan | null) {
  const row = 'subscription' in notice ? notice.subscription : null
  const startedTrial = notice.kind === 'trial_begun' && chargedPlan !== null ? { orderId: notice.payment.orderId, plan: chargedPlan } : null
  const pricedPlan = row ?? startedTrial
  if (pricedPlan === null || chargedPlan === null) return { amountCents: 0, currencyCode: '' }
  const { priceCents: amountCents, currencyCode } = await priceOfPlan(deps, pricedPlan, chargedPlan)
  return { amountCents, currencyCode }
}

/** The text of one notice. `plan` is null for a pack. */
function payerMail(notice: PayerNotice, plan: Plan | null, facts: texts.ChargeMail): MailText {
  switch (notice.kind) {
    case 'paid':
      return paymentReceiptMail(notice.payment, plan, facts.origin)
    case 'refunded':
    case 'refund_refused':
      return refundMail(notice, plan, facts.origin)
    case 'trial_begun':
      return texts.trialBegunMail({ ...facts, endsAtMs: notice.payment.endsAtMs ?? notice.payment.paidAtMs })
    case 'trial_ends':
      return texts.trialReminderMail({ ...facts, endsAtMs: notice.subscription.periodEndMs })
    case 'renews':
      return texts.renewalNoticeMail({ ...facts, from: notice.subscription.plan, renewsAtMs: notice.subscription.periodEndMs })
    case 'plan_changes':
      return texts.planChangesMail({ ...facts, from: notice.subscription.plan, renewsAtMs: notice.subscription.periodEndMs })
    case 'plan_kept':
      return texts.planChangeCancelledMail({ ...facts, renewsAtMs: notice.subscription.periodEndMs })
    case 'past_due':
      return texts.paymentFailedMail({ ...facts, graceEndsAtMs: notice.subscription.periodEndMs + PAYMENT_GRACE_MS })
    case 'cancelled':
      return texts.cancelledMail({ ...facts, endsAtMs: notice.subscription.periodEndMs })
    case 'resumed':
      return texts.resumedMail({ ...facts, renewsAtMs: notice.subscription.periodEndMs })
    case 'ended':
      return texts.planEndedMail({ ...facts, endedAtMs: planEndMs(notice.subscription) })
  }
}

function paymentReceiptMail(row: PaymentRow, plan: Plan | null, origin: string): MailText {
  const { startsAtMs, endsAtMs } = row
  const period = startsAtMs === null || endsAtMs === null ? null : { startsAtMs, endsAtMs }
  const creditedItem = plan === null ? '' : creditedItemName(plan)
  return texts.receiptMail({ ...row, itemName: itemName(row, plan), creditedItem, period, origin })
}

function refundMail({ kind, payment: row, refund }: Extract<PayerNotice, { refund: object }>, plan: Plan | null, origin: string): MailText {
  const { id, currencyCode } = row
  const facts = { id, currencyCode, ...refund, itemName: itemName(row, plan), origin }
  return kind === 'refunded' ? refundedMail(facts) : refundRefusedMail(facts)
}

function planEndMs({ endedAtMs, periodEndMs }: SubscriptionRow): number {
  return endedAtMs ?? periodEndMs
}

interface RefundMail {
  readonly id: string
  readonly itemName: string
  readonly currencyCode: string
  readonly cents: number
  readonly points: number
  readonly endsPlan: boolean
  readonly origin: string
}

function refundedMail({ id, itemName, currencyCode, cents, points, endsPlan, origin }: RefundMail): MailText {
  const money = formatMoney(cents, currencyCode)
  return {
    subject: `Your Kinora refund: ${money} for ${itemName}`,
    body: `We refunded ${money} of your payment for ${itemName}. The money goes
back to your original payment method. Your bank may take a few days to
show the refund.

${points === 0 ? 'No points were removed.' : `We removed ${formatPoints(points)} from your balance.`}${endsPlan ? "\nYour plan ends with the refund, and you won't be charged for it again." : ''}

View your receipt and credit note:
${origin}/ai/receipt/${id}
`,
  }
}

function refundRefusedMail({ id, itemName, currencyCode, cents, points, endsPlan, origin }: RefundMail): MailText {
  const money = formatMoney(cents, currencyCode)
  return {
    subject: `Your Kinora refund of ${money} was declined`,
    body: `The payment service declined to refund ${money} of your payment for
${itemName}. No money was refunded.

${points === 0 ? 'Your points stay the same.' : `We returned ${formatPoints(points)} to your balance.`}${endsPlan ? '\nYour refund request also canceled your plan. It runs until the end of the\nperiod you paid for. You can resume it in your settings.' : ''}

If you still want a refund, contact support and we'll look into it:
${origin}/support

View your receipt:
${origin}/ai/receipt/${id}
`,
  }
}

function formatPoints(points: number): string {
  return points === 1 ? '1 point' : `${points} points`
}
