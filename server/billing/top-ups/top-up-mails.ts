import type { TopUpRow } from '#server/platform/database/top-up-schema.ts'
import type { MailText } from '#server/platform/mail/mail-texts.ts'
import { findSku } from '../catalogue/skus.ts'
import { formatMoney } from '#shared/domain/currencies.ts'

export function lowPointsMail({ points, origin }: { readonly points: number; readonly origin: string }): MailText {
  return {
    subject: `You have ${points === 1 ? '1 Kinora point' : `${points} Kinora points`} left`,
    body: `That may not be enough for your next video. Nothing was charged, and
nothing you have made changes.

More points are here:
${origin}/pricing

This mail comes once when your points fall below a number that you can
change or switch off in the settings:
${origin}/ai/setting
`,
  }
}

interface TopUpMail {
  readonly agreed: Pick<TopUpRow, 'skuId' | 'currencyCode' | 'cardLabel'>
  readonly origin: string
}

export function confirmTopUpMail({
  agreed,
  amountCents,
  confirmUrl,
  origin,
}: TopUpMail & { readonly amountCents: number; readonly confirmUrl: string }): MailText {
  const money = formatMoney(amountCents, agreed.currencyCode)
  return {
    subject: `Confirm your Kinora top-up of ${money}`,
    body: `Your bank wants you to confirm the automatic top-up of ${money} for
${itemOf(agreed)}. Nothing was charged, and no points were added.

Confirm it here within 24 hours, on the page of the payment service:
${confirmUrl}

If you do nothing, nothing is charged, and the automatic top-up ends.
You can switch it off at once in the settings:
${origin}/ai/setting
`,
  }
}

const CAUSES = {
  declined: 'Your card was declined',
  unconfirmed: 'A payment that your bank wanted you to confirm was not confirmed',
  price: 'The price is higher than the one you have agreed to',
} as const

export function topUpEndedMail({ reason, agreed, origin }: TopUpMail & { readonly reason: keyof typeof CAUSES }): MailText {
  return {
    subject: 'Your Kinora automatic top-up is off',
    body: `${CAUSES[reason]}${reason === 'declined' && agreed.cardLabel !== null ? ` (${agreed.cardLabel})` : ''}.
Nothing was charged for ${itemOf(agreed)}, and no points were added.

The automatic top-up is off, and nothing more is tried. You can buy points
yourself, or switch it on again:
${origin}/ai/setting
`,
  }
}

function itemOf({ skuId }: Pick<TopUpRow, 'skuId'>): string {
  return findSku(skuId)?.name ?? skuId
}
