import type { Plan } from '#shared/domain/membership-terms.ts'
import type { MailText } from '#server/mail/mail-texts.ts'
import { formatMoney } from '#shared/domain/currencies.ts'
import { paymentMethodName } from '#shared/domain/payment-methods.ts'
import { PLAN_NAMES } from '../catalogue/skus.ts'
import { formatWhichDay } from '../invoices/format-day.ts'

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
  const charged = formatMoney(amountCents, currencyCode)
  const lines = [
    `What:    ${itemName}`,
    ...(creditCents === 0
      ? []
      : [
          `Price:   ${formatMoney(amountCents + creditCents, currencyCode)}`,
          `Credit:  ${formatMoney(-creditCents, currencyCode)}, ${creditedItem.toLowerCase().replace('premium', 'Premium')}`,
        ]),
    ...(discountCents === 0
      ? []
      : [
          `Price:   ${formatMoney(amountCents + discountCents, currencyCode)}`,
          `Code:    ${formatMoney(-discountCents, currencyCode)}, ${promotionCode}`,
        ]),
    `Charged: ${charged}, by ${paymentMethodName(paymentMethod)}`,
    `When:    ${formatWhen(paidAtMs)}`,
    ...(period === null ? [] : [`For:     ${formatWhichDay(period.startsAtMs)} to ${formatWhichDay(period.endsAtMs)}`]),
    `Added:   ${points} points`,
  ]
  return {
    subject: `Your Kinora receipt: ${charged} for ${itemName}`,
    body: `Thank you. Your payment has arrived, and your points are there.

${lines.join('\n')}

The receipt, to keep or to print:
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
    subject: `Your free Kinora week runs until ${formatWhichDay(endsAtMs)}`,
    body: `Your free week has begun. Nothing was charged.

Until ${formatWhen(endsAtMs)}
everything of Premium is yours to try. The points and the half price of
packs come with the first payment.

Then ${PLAN_NAMES[plan]} begins, and ${price} is charged ${EACH[plan]}.
We write to you one day before.

If you don't want to go on, cancel before that moment and nothing is
charged. The free week still runs to its end.
${manageNote('cancel', origin)}`,
  }
}

export function trialReminderMail({ plan, endsAtMs, amountCents, currencyCode, origin }: TrialMail): MailText {
  const price = formatMoney(amountCents, currencyCode)
  return {
    subject: `Your free Kinora week ends tomorrow, then it costs ${price}`,
    body: `Your free week ends on ${formatWhen(endsAtMs)}.

Nothing has been charged so far. If you do nothing, ${PLAN_NAMES[plan]}
begins then: ${price} is charged ${EACH[plan]}, and your points are added
with each payment.

If you don't want that, cancel before that moment and nothing is charged.
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
  const what = plan === from ? `${PLAN_NAMES[plan]} renews` : `${PLAN_NAMES[from]} becomes ${PLAN_NAMES[plan]}`
  return {
    subject: `Your Kinora plan renews on ${formatWhichDay(renewsAtMs)} for ${price}`,
    body: `${what} on ${formatWhen(renewsAtMs)}.

Nothing has been charged for it so far. If you do nothing, ${price} is
charged then, and your points are added.

If you don't want that, cancel before that moment and nothing is charged.
Your plan still runs to its end.
${manageNote('cancel', origin)}`,
  }
}

export function resumedMail({ plan, renewsAtMs, amountCents, currencyCode, origin }: RenewalMail): MailText {
  return {
    subject: 'Your Kinora plan goes on: its cancellation is taken back',
    body: `You have taken back the cancellation of ${PLAN_NAMES[plan]}. Nothing was
charged for that.

On ${formatWhen(renewsAtMs)}
it renews: ${formatMoney(amountCents, currencyCode)} is charged then, and ${EACH[plan]} after it.

If that was not you, or you think otherwise, cancel before that moment and
nothing is charged.
${manageNote('cancel', origin)}`,
  }
}

export function planChangesMail({ plan, from, renewsAtMs, amountCents, currencyCode, origin }: NextPlanMail): MailText {
  return {
    subject: `Your Kinora plan changes on ${formatWhichDay(renewsAtMs)}`,
    body: `${PLAN_NAMES[from]} runs until ${formatWhen(renewsAtMs)}.
Then ${PLAN_NAMES[plan]} follows: ${formatMoney(amountCents, currencyCode)} is charged then, and ${EACH[plan]}
after it. Nothing was charged for the change.

Until then you can take the change back.
${manageNote('take it back', origin)}`,
  }
}

export function planChangeCancelledMail({ plan, renewsAtMs, amountCents, currencyCode, origin }: RenewalMail): MailText {
  return {
    subject: 'Your Kinora plan stays as it is: its change is taken back',
    body: `You have taken back the change of your plan. Nothing was charged for that.

${PLAN_NAMES[plan]} renews on ${formatWhen(renewsAtMs)}:
${formatMoney(amountCents, currencyCode)} is charged then, and ${EACH[plan]} after it.
${manageNote('change or cancel your plan', origin)}`,
  }
}

export interface FailedMail extends ChargeMail {
  readonly graceEndsAtMs: number
}

export function paymentFailedMail({ plan, amountCents, currencyCode, graceEndsAtMs, origin }: FailedMail): MailText {
  return {
    subject: 'Your Kinora payment did not go through',
    body: `We could not take ${formatMoney(amountCents, currencyCode)} for ${PLAN_NAMES[plan]}. Nothing was charged.

Everything stays as it is until ${formatWhen(graceEndsAtMs)}.
The payment is tried again until then. If it goes through, you need not
do anything.

Please see that the card or account you pay with is valid and has enough
on it. If no payment arrives by then, your plan ends. Your points, videos
and pictures stay.
${manageNote('see how it stands', origin)}`,
  }
}

export interface CancelledMail extends PlanMail {
  readonly endsAtMs: number
}

export function cancelledMail({ plan, endsAtMs, origin }: CancelledMail): MailText {
  return {
    subject: `Your Kinora plan is cancelled and runs until ${formatWhichDay(endsAtMs)}`,
    body: `You have cancelled ${PLAN_NAMES[plan]}. Nothing more will be charged for it.

Everything of it stays yours until ${formatWhen(endsAtMs)}.
You need not do anything. After that your points, videos and pictures
stay, only the benefits of the plan end.
${manageNote('see how it stands', origin)}`,
  }
}

export interface EndedMail extends PlanMail {
  readonly endedAtMs: number
}

export function planEndedMail({ plan, endedAtMs, origin }: EndedMail): MailText {
  return {
    subject: 'Your Kinora plan has ended',
    body: `${PLAN_NAMES[plan]} ended on ${formatWhen(endedAtMs)}.
Nothing more is charged for it.

Your points, videos and pictures stay. New points cost their full price
from now on.

If you want to come back, the plans are here:
${origin}/pricing
`,
  }
}

const EACH: Record<Plan, string> = { weekly: 'each week', yearly: 'each year' }

function manageNote(what: string, origin: string): string {
  return `
Here you ${what}:
${origin}/ai/setting
`
}

/** The time zone of the reader is unknown, so mails have times in UTC and name it. */
const TIME = new Intl.DateTimeFormat('en-US', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: 'UTC' })

/** Formats a time in UTC, such as 'November 21, 2026 at 12:00 UTC'. */
export function formatWhen(atMs: number): string {
  return `${formatWhichDay(atMs)} at ${TIME.format(atMs)} UTC`
}
