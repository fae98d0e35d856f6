import type { Plan } from '#shared/domain/membership-terms.ts'
import type { MailText } from '#server/mail/mail-texts.ts'
import { formatMoney } from '#shared/domain/currencies.ts'
import { paymentMethodName } from '#shared/domain/payment-methods.ts'
import { PLAN_NAMES } from '../catalogue/skus.ts'
import { formatDay } from '../invoices/format-day.ts'

export interface PaidMail {
  readonly id: string
  readonly itemName: string
  readonly amountCents: number
  /** The credit for unused time of the previous plan. It paid the part of the price that was not charged. */
  readonly creditCents: number
  readonly creditedItem: string
  /** The discount of a promotion code. */
  readonly discountCents: number
  readonly promotionCode: string
  readonly currencyCode: string
  readonly paymentMethod: number
  readonly points: number
  readonly paidAtMs: number
  /** The period of a plan's payment; null for a pack. */
  readonly period: { readonly startsAtMs: number; readonly endsAtMs: number } | null
  readonly origin: string
}

export function receiptMail({
  id,
  itemName,
  amountCents,
  creditCents,
  creditedItem,
  discountCents,
  promotionCode,
  currencyCode,
  paymentMethod,
  points,
  paidAtMs,
  period,
  origin,
}: PaidMail): MailText {
  const chargedAmount = formatMoney(amountCents, currencyCode)
  const lines = [
    `Item:      ${itemName}`,
    ...(creditCents === 0
      ? []
      : [
          `Price:     ${formatMoney(amountCents + creditCents, currencyCode)}`,
          `Credit:    ${formatMoney(-creditCents, currencyCode)}, ${creditedItem.toLowerCase().replace('premium', 'Premium')}`,
        ]),
    ...(discountCents === 0
      ? []
      : [
          `Price:     ${formatMoney(amountCents + discountCents, currencyCode)}`,
          `Code:      ${formatMoney(-discountCents, currencyCode)}, ${promotionCode}`,
        ]),
    `Charged:   ${chargedAmount}`,
    `Paid with: ${paymentMethodName(paymentMethod)}`,
    `Date:      ${formatDateTime(paidAtMs)}`,
    ...(period === null ? [] : [`Period:    ${formatDay(period.startsAtMs)} to ${formatDay(period.endsAtMs)}`]),
    `Points:    ${points}`,
  ]
  return {
    subject: `Your Kinora receipt: ${chargedAmount} for ${itemName}`,
    body: `Thank you. We received your payment and added your points.

${lines.join('\n')}

View or print your receipt:
${origin}/ai/receipt/${id}
${period === null ? '' : manageNote('change or cancel your plan', origin)}`,
  }
}

export interface PlanMail {
  readonly plan: Plan
  readonly origin: string
}

export interface ChargeMail extends PlanMail {
  /** The charge per cycle. */
  readonly amountCents: number
  readonly currencyCode: string
}

export interface TrialMail extends ChargeMail {
  /** The start of the paid plan. */
  readonly endsAtMs: number
}

export function trialBegunMail({ plan, endsAtMs, amountCents, currencyCode, origin }: TrialMail): MailText {
  const price = formatMoney(amountCents, currencyCode)
  return {
    subject: `Your free Kinora trial runs until ${formatDay(endsAtMs)}`,
    body: `Your free trial has started. You weren't charged.

You can use everything in Premium until
${formatDateTime(endsAtMs)}.
Points and half-price point packs start with your first payment.

After that, ${PLAN_NAMES[plan]} starts, and you'll be charged
${price} ${EACH_PERIOD[plan]}. We'll email you 1 day before.

If you don't want to continue, cancel before then and you won't be
charged. You can still use your free trial until it ends.
${manageNote('cancel', origin)}`,
  }
}

export function trialReminderMail({ plan, endsAtMs, amountCents, currencyCode, origin }: TrialMail): MailText {
  const price = formatMoney(amountCents, currencyCode)
  return {
    subject: `Your free Kinora trial ends tomorrow, then you'll be charged ${price}`,
    body: `Your free trial ends on ${formatDateTime(endsAtMs)}.

You haven't been charged yet. If you do nothing, ${PLAN_NAMES[plan]}
starts then. You'll be charged ${price} ${EACH_PERIOD[plan]} and get your points
with each payment.

If you don't want to continue, cancel before then and you won't be
charged.
${manageNote('cancel', origin)}`,
  }
}

export interface RenewalMail extends ChargeMail {
  readonly renewsAtMs: number
}

/** `from` is the running plan; another plan may follow it. */
export interface NextPlanMail extends RenewalMail {
  readonly from: Plan
}

export function renewalNoticeMail({ plan, from, renewsAtMs, amountCents, currencyCode, origin }: NextPlanMail): MailText {
  const price = formatMoney(amountCents, currencyCode)
  const nextPlanText = plan === from ? `${PLAN_NAMES[plan]} renews` : `${PLAN_NAMES[from]} changes to ${PLAN_NAMES[plan]}`
  return {
    subject: `Your Kinora plan renews on ${formatDay(renewsAtMs)} for ${price}`,
    body: `${nextPlanText} on ${formatDateTime(renewsAtMs)}.

You haven't been charged for it yet. If you do nothing, you'll be charged
${price} then, and your points will be added.

If you don't want to continue, cancel before then and you won't be
charged. You can still use your plan until it ends.
${manageNote('cancel', origin)}`,
  }
}

export function resumedMail({ plan, renewsAtMs, amountCents, currencyCode, origin }: RenewalMail): MailText {
  return {
    subject: 'Your Kinora plan was resumed and will renew',
    body: `You resumed ${PLAN_NAMES[plan]}. You weren't charged for this.

Your plan renews on ${formatDateTime(renewsAtMs)}.
You'll be charged ${formatMoney(amountCents, currencyCode)} then, and ${EACH_PERIOD[plan]} after that.

If this wasn't you, or you changed your mind, cancel before then and
you won't be charged.
${manageNote('cancel', origin)}`,
  }
}

export function planChangesMail({ plan, from, renewsAtMs, amountCents, currencyCode, origin }: NextPlanMail): MailText {
  return {
    subject: `Your Kinora plan will change on ${formatDay(renewsAtMs)}`,
    body: `${PLAN_NAMES[from]} runs until ${formatDateTime(renewsAtMs)}.
After that, ${PLAN_NAMES[plan]} starts. You'll be charged
${formatMoney(amountCents, currencyCode)} then, and ${EACH_PERIOD[plan]} after that. You weren't charged
for the change.

You can undo the change until then.
${manageNote('undo the change', origin)}`,
  }
}

export function planChangeCancelledMail({ plan, renewsAtMs, amountCents, currencyCode, origin }: RenewalMail): MailText {
  return {
    subject: 'Your Kinora plan change was undone',
    body: `You undid your plan change. You weren't charged for this.

${PLAN_NAMES[plan]} renews on ${formatDateTime(renewsAtMs)}.
You'll be charged ${formatMoney(amountCents, currencyCode)} then, and ${EACH_PERIOD[plan]} after that.
${manageNote('change or cancel your plan', origin)}`,
  }
}

export interface FailedMail extends ChargeMail {
  readonly graceEndsAtMs: number
}

export function paymentFailedMail({ plan, amountCents, currencyCode, graceEndsAtMs, origin }: FailedMail): MailText {
  return {
    subject: "Your Kinora payment didn't go through",
    body: `Your payment of ${formatMoney(amountCents, currencyCode)} for ${PLAN_NAMES[plan]} failed. You weren't charged.

Your plan stays active until ${formatDateTime(graceEndsAtMs)}.
The payment will be retried until then. If it goes through, you don't
need to do anything.

Please make sure that the card or account you pay with is valid and has
enough funds. If no payment goes through by then, your plan will end.
You'll keep your points, videos and photos.
${manageNote('check your plan', origin)}`,
  }
}

export interface CancelledMail extends PlanMail {
  readonly endsAtMs: number
}

export function cancelledMail({ plan, endsAtMs, origin }: CancelledMail): MailText {
  return {
    subject: `Your Kinora plan is canceled and runs until ${formatDay(endsAtMs)}`,
    body: `You canceled ${PLAN_NAMES[plan]}. You won't be charged for it again.

Your plan stays active until ${formatDateTime(endsAtMs)}.
You don't need to do anything. After that, you'll lose only the plan's
benefits. You'll keep your points, videos and photos.
${manageNote('check your plan', origin)}`,
  }
}

export interface EndedMail extends PlanMail {
  readonly endedAtMs: number
}

export function planEndedMail({ plan, endedAtMs, origin }: EndedMail): MailText {
  return {
    subject: 'Your Kinora plan has ended',
    body: `${PLAN_NAMES[plan]} ended on ${formatDateTime(endedAtMs)}.
You won't be charged for it again.

You keep your points, videos and photos. Point packs are full price from
now on.

To get a plan again, choose one here:
${origin}/pricing
`,
  }
}

const EACH_PERIOD: Record<Plan, string> = { weekly: 'each week', yearly: 'each year' }

function manageNote(action: string, origin: string): string {
  return `
To ${action}, go to your settings:
${origin}/ai/setting
`
}

/** The time zone of the reader is unknown, so mails show times in UTC and name this zone. */
const TIME_FORMAT = new Intl.DateTimeFormat('en-US', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: 'UTC' })

/** Formats a time in UTC, such as 'November 21, 2026 at 12:00 UTC'. */
export function formatDateTime(atMs: number): string {
  return `${formatDay(atMs)} at ${TIME_FORMAT.format(atMs)} UTC`
}
