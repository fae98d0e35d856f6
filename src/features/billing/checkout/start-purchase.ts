import type { PendingOrder } from '#shared/contract/billing-contract.ts'
import type { PurchaseSource } from '#src/features/billing/told/purchase-source.ts'
import type { PurchaseWish } from './checkout-deps.ts'
import { validateUrl } from '#shared/api/pay-orders.ts'
import { api } from '#src/lib/api.ts'
import { resetBilling } from '#src/lib/billing-dialogs.ts'
import { purchaseBook } from '#src/features/billing/told/purchase-book.ts'
import { addTexts } from '#src/lib/i18n.ts'
import { track } from '#src/lib/track.ts'
import { systemClock } from '#shared/browser/clock.ts'
import { inEnglish } from './checkout-address.ts'
import { checkoutState } from './checkout-state.ts'
import { createCheckout } from './create-checkout.ts'
import { isReachable } from './is-reachable.ts'
import { logInToBuy } from './log-in-to-buy.ts'
import { pageHub } from './page-hub.ts'
import { tellNote } from './tell-note.ts'

/** The one checkout of this page. */
export const checkout = createCheckout({
  hub: pageHub,
  validateUrl: (url) => api.call(validateUrl, { url }),
  logIn: logInToBuy,
  loadSdk: async () => (await import('./payment-sdk.ts')).paymentSdk,
  isReachable,
  openTab(checkoutUrl) {
    const opened = open(inEnglish(checkoutUrl), '_blank')
    if (opened !== null) opened.opener = null
    return opened !== null
  },
  clock: systemClock,
  appOrigin: location.origin,
  show(view) {
    checkoutState.view = view
    if (view?.kind === 'pay') checkoutState.toldId = view.payOrderId
  },
  tell: tellNote,
  trackStart: ({ skuId, source }) => track('purchase_start', { sku_id: skuId, source }),
  trackRefusal: ({ skuId, source }, failReason) => track('purchase_fail', { sku_id: skuId, source, fail_reason: failReason }),
  book: purchaseBook,
  onPaid: resetBilling,
  onUntold: () => (checkoutState.toldId = null),
})

/**
 * Buys something: asks for a login where nobody is logged in, makes the order, opens its checkout and tells how it ended. Resolves when
 * that is over. Pressed again meanwhile it joins what runs.
 */
export async function startPurchase(
  wish: PurchaseWish & { readonly source: Exclude<PurchaseSource, 'pending_order'> },
  left?: AbortSignal,
): Promise<void> {
  await addTexts('checkout')
  await checkout.start(wish, left)
}

/** Goes on with an order whose checkout was left. */
export async function continuePurchase(order: PendingOrder, skuName: string): Promise<void> {
  await addTexts('checkout')
  const { skuId, skuType } = order
  await checkout.resume(order, { skuId, skuType, skuName, source: 'pending_order' })
}

/** Buys what an order was for once more: the same order where its checkout takes another card, else a new one. */
export async function repeatPurchase({ payOrderId, skuId, skuType, state }: PendingOrder, skuName: string): Promise<void> {
  await addTexts('checkout')
  // Nothing that is only counted holds up a payment.
  void purchaseBook.end(payOrderId, state)
  await checkout.start({ skuId, skuType, skuName, source: 'pending_order' })
}
