import type { MailText } from '#server/platform/mail/mail-texts.ts'
import { formatMoney } from '#shared/domain/currencies.ts'

export interface RefundMail {
  /** The payment's id. */
  readonly id: string
  readonly itemName: string
  readonly currencyCode: string
  readonly cents: number
  readonly points: number
  /** Whether the plan ends with it. */
  readonly endsPlan: boolean
  /** The origin of our pages. */
  readonly origin: string
}

export function refundedMail({ id, itemName, currencyCode, cents, points, endsPlan, origin }: RefundMail): MailText {
  const money = formatMoney(cents, currencyCode)
  return {
    subject: `Your Kinora refund: ${money} for ${itemName}`,
    body: `${money} of your payment for ${itemName} was given back, the way it was
paid. Banks may take some days to show it.

${points === 0 ? 'No points were taken back.' : `${formatPoints(points)} of it were taken back.`}${endsPlan ? '\nThe plan ends with it, and nothing more is charged for it.' : ''}

The receipt, with its credit note:
${origin}/ai/receipt/${id}
`,
  }
}

export function refundRefusedMail({ id, itemName, currencyCode, cents, points, endsPlan, origin }: RefundMail): MailText {
  const money = formatMoney(cents, currencyCode)
  return {
    subject: `Your Kinora refund of ${money} was not possible`,
    body: `The payment service has refused to give back ${money} of your payment for
${itemName}. No money has moved.

${points === 0 ? 'Your points stay as they are.' : `${formatPoints(points)} that were taken for it are yours again.`}${endsPlan ? '\nYour plan was called off with your request and runs to the end of what is\npaid. In the settings you can keep it.' : ''}

Write to us if you still want your money back; we look at it:
${origin}/support

The receipt:
${origin}/ai/receipt/${id}
`,
  }
}

function formatPoints(points: number): string {
  return points === 1 ? '1 point' : `${points} points`
}
