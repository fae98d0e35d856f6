import { withAsciiDomain } from '#server/addresses/email-address.ts'
import { type Transaction, and, eq, isNull, ne } from '#server/database/database.ts'
import { type OrderRow, type TopUpRow, account, payOrder, topUp } from '#server/database/schema.ts'
import { lockOwner } from '#server/verbs/require-owner.ts'
import { SCREENS } from '#shared/domain/screens.ts'
import { TOP_UP_CHARGE_WITHIN_MS } from '#shared/domain/top-up-rules.ts'
import { type Result, fail, ok } from '#shared/result.ts'
import type { MailText } from '#server/mail/mail-texts.ts'
import { formatMoney } from '#shared/domain/currencies.ts'
import { skuIn, findSku } from '../catalogue/skus.ts'
import type { OrderDeps } from '../notify-payer.ts'
import type { CardChargeResult, PaymentFailure } from '../providers/payment-provider.ts'
import { endTopUp } from './top-up-rows.ts'

/**
 * Charges a top-up whose result is not known yet. The order id is the idempotency key, so a repetition finds the first charge. `read`: the
 * provider has a charge; read its state. `close`: nothing can be charged; close the order.
 * Returns the closed order if the card is declined.
 */
export async function chargeTopUp(
  deps: OrderDeps,
  order: OrderRow,
  topUpId: string,
): Promise<Result<OrderRow | 'close' | 'read', PaymentFailure>> {
  const savedCards = deps.payment.savedCards
  const [topUpRow] = await deps.db.select().from(topUp).where(eq(topUp.id, topUpId))
  const sku = skuIn(deps.config.prices, order.skuId, order.currencyCode)
  if (savedCards === null || topUpRow?.cardRef === null || topUpRow === undefined || sku === undefined) return ok('close')
  const { id: payOrderId, amountCents, currencyCode } = order
  const [payer] = await deps.db.select().from(account).where(eq(account.id, order.ownerId))
  const isChargeAllowed = mayCharge(deps, order, topUpRow)
  const settingsUrl = `${deps.config.origins[0] ?? ''}${SCREENS.settings.path}`
  const chargeResult = await savedCards.charge({
    payOrderId,
    cardRef: topUpRow.cardRef,
    sku,
    amountCents,
    discount: null,
    currencyCode,
    payer: { id: order.ownerId, email: withAsciiDomain(payer?.email ?? '') },
    returnUrl: settingsUrl,
    cancelUrl: settingsUrl,
    mayCharge: isChargeAllowed,
  })
  if (!chargeResult.ok && chargeResult.error === 'away') return fail('away')
  if (!chargeResult.ok && !isChargeAllowed) return ok('close')
  const result: CardChargeResult = chargeResult.ok ? chargeResult.value : { outcome: 'declined', sessionId: '' }
  await deps.db.transaction(async (tx) => {
    await lockOwner(tx, order.ownerId)
    await storeChargeResult(tx, deps, order, topUpRow, result)
  })
  if (result.outcome !== 'declined') return ok('read')
  const [closedOrder] = await deps.db.select().from(payOrder).where(eq(payOrder.id, order.id))
  return ok(closedOrder ?? order)
}

/** Whether a top-up may still be charged. The charge of a closed, ended or old top-up is only searched for. */
function mayCharge({ nowMs }: OrderDeps, { state, createdAtMs }: OrderRow, { endedAtMs }: TopUpRow): boolean {
  return state === 'PENDING' && endedAtMs === null && nowMs() - createdAtMs < TOP_UP_CHARGE_WITHIN_MS
}

/** Stores the first result of a charge; the result of a faster concurrent run stays. A declined card is not charged again. */
async function storeChargeResult(
  tx: Transaction,
  deps: OrderDeps,
  order: OrderRow,
  agreement: TopUpRow,
  result: CardChargeResult,
): Promise<void> {
  const nowMs = deps.nowMs()
  const isUnresolved = and(eq(payOrder.id, order.id), isNull(payOrder.sessionId), ne(payOrder.state, 'SUCCESS'))
  const { outcome } = result
  const sessionId = result.sessionId === '' ? null : result.sessionId
  const changes = {
    charged: { sessionId },
    confirm: { sessionId, checkoutUrl: outcome === 'confirm' ? result.checkoutUrl : null },
    declined: { sessionId, state: 'CLOSED', settledAtMs: nowMs, syncAtMs: null },
  } as const
  const storedRows = await tx.update(payOrder).set(changes[outcome]).where(isUnresolved).returning()
  if (storedRows.length === 0 || outcome === 'charged' || agreement.endedAtMs !== null) return
  const [payer] = await tx.select({ email: account.email }).from(account).where(eq(account.id, order.ownerId))
  const facts = { agreement, origin: deps.config.origins[0] ?? '' }
  if (outcome === 'declined') await endTopUp(tx, order.ownerId, 'declined', nowMs)
  if (payer === undefined || !payer.email.includes('@')) return
  const mail =
    outcome === 'confirm'
      ? confirmTopUpMail({ ...facts, amountCents: order.amountCents, confirmUrl: result.checkoutUrl })
      : topUpEndedMail({ ...facts, reason: 'declined' })
  await deps.mailer.send(tx, { to: payer.email, ...mail })
}

interface TopUpMail {
  readonly agreement: Pick<TopUpRow, 'skuId' | 'currencyCode' | 'cardLabel'>
  readonly origin: string
}

function confirmTopUpMail({
  agreement,
  amountCents,
  confirmUrl,
  origin,
}: TopUpMail & { readonly amountCents: number; readonly confirmUrl: string }): MailText {
  const money = formatMoney(amountCents, agreement.currencyCode)
  return {
    subject: `Confirm your Kinora top-up of ${money}`,
    body: `Your bank is asking you to confirm the automatic top-up of ${money} for
${itemNameOf(agreement)}. You weren't charged, and no points were added.

Confirm the payment within 24 hours on the payment service's page:
${confirmUrl}

If you do nothing, you won't be charged, and automatic top-up will turn
off. You can also turn off automatic top-up now in your settings:
${origin}/ai/setting
`,
  }
}

const END_CAUSES = {
  declined: 'Your card was declined',
  unconfirmed: "A payment that your bank asked you to confirm wasn't confirmed",
  price: 'The price is higher than the one you agreed to',
} as const

export function topUpEndedMail({ reason, agreement, origin }: TopUpMail & { readonly reason: keyof typeof END_CAUSES }): MailText {
  return {
    subject: 'Your Kinora automatic top-up is off',
    body: `${END_CAUSES[reason]}${reason === 'declined' && agreement.cardLabel !== null ? ` (${agreement.cardLabel})` : ''}.
You weren't charged for ${itemNameOf(agreement)}, and no points were added.

Automatic top-up is off, and we won't try to charge you again. You can
buy points yourself, or turn automatic top-up back on in your settings:
${origin}/ai/setting
`,
  }
}

function itemNameOf({ skuId }: Pick<TopUpRow, 'skuId'>): string {
  return findSku(skuId)?.name ?? skuId
}
