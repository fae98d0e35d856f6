import type { PendingOrder } from '#shared/contract/billing-contract.ts'
import type { PurchaseSource } from './purchase-tracking.ts'
import type { CheckoutHub, PurchaseRequest } from './checkout-deps.ts'
import { validateUrl } from '#shared/api/pay-orders.ts'
import { api } from '#src/platform/api.ts'
import { resetBilling } from '../billing-dialogs.ts'
import { trackedPurchases } from './tracked-purchases.ts'
import { addTexts, text } from '#src/platform/i18n.ts'
import { track } from '#src/platform/track.ts'
import { systemClock } from '#shared/browser/clock.ts'
import { hub } from '#src/platform/hub-client.ts'
import { hubState } from '#src/platform/hub-state.ts'
import { openLogin } from '#src/account/sign-in/login-dialog-state.ts'
import { subscribe } from '#src/platform/state.ts'
import { checkMembership } from '../membership.ts'
import { inEnglish } from './checkout-address.ts'
import { checkoutState } from './checkout-state.ts'
import { createCheckout } from './checkout.ts'
import { tellNote } from './result-note.ts'

/** The hub of this page. It learns of a lost network by its own calls only, so the browser's word counts as well. */
const pageHub: CheckoutHub = {
  createOrder: (intent) => hub.api.createOrder(intent),
  confirmOrder: (payOrderId) => hub.api.confirmOrder(payOrderId),
  dropOrder: (payOrderId) => hub.api.dropOrder(payOrderId),
  read: () => ({
    orders: hubState.billing.orders,
    isOnline: hubState.connection.isOnline && navigator.onLine,
  }),
  checkMembership,
  subscribe(listener) {
    const unsubscribe = subscribe(hubState, listener)
    addEventListener('online', listener)
    addEventListener('offline', listener)
    return () => {
      unsubscribe()
      removeEventListener('online', listener)
      removeEventListener('offline', listener)
    }
  },
}

/** How long a session that is over may take to be noticed here, in ms. */
const NOTICE_LIMIT_MS = 5000

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
  book: trackedPurchases,
  onPaid: resetBilling,
  onUntold: () => (checkoutState.toldId = null),
})

/**
 * Buys something: asks for a login where nobody is logged in, makes the order, opens its checkout and tells how it ended. Resolves when
 * that is over. Pressed again meanwhile it joins what runs.
 */
export async function startPurchase(
  purchase: PurchaseRequest & { readonly source: Exclude<PurchaseSource, 'pending_order'> },
  left?: AbortSignal,
): Promise<void> {
  await addTexts('checkout')
  await checkout.start(purchase, left)
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
  void trackedPurchases.end(payOrderId, state)
  await checkout.start({ skuId, skuType, skuName, source: 'pending_order' })
}

/** Whether the checkout's server answers here. The page is asked for without its body, the answer stays unread, and no cookie goes along. */
async function isReachable(checkoutUrl: string, signal: AbortSignal): Promise<boolean> {
  try {
    await fetch(checkoutUrl, { method: 'HEAD', mode: 'no-cors', credentials: 'omit', cache: 'no-store', signal })
    return true
  } catch {
    return false
  }
}

/** True once somebody is logged in who can buy. Where the server says that the session is over, the page has to notice that first. */
async function logInToBuy(isSessionOver: boolean): Promise<boolean> {
  if (isSessionOver) await noticed()
  return openLogin({ reason: text('checkout.loginReason') })
}

async function noticed(): Promise<void> {
  await hub.api.refreshAccount()
  await new Promise<void>((resolve) => {
    const look = () => hubState.identity?.businessUserId === '' && finish()
    const stop = subscribe(hubState, look)
    const timer = setTimeout(finish, NOTICE_LIMIT_MS)
    function finish(): void {
      stop()
      clearTimeout(timer)
      resolve()
    }
    look()
  })
}
