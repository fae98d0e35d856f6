import { checkMembership } from '../membership.ts'
import type { PendingOrder } from '#shared/contract/billing-contract.ts'
import type { CheckoutHub, PurchaseRequest } from './checkout-deps.ts'
import { validateUrl } from '#shared/api/pay-orders.ts'
import { api } from '#src/hub-client/api.ts'
import { resetBilling } from '../billing-dialogs.ts'
import { type PurchaseSource, trackedPurchases } from './purchase-tracking.ts'
import { addTexts, text } from '#src/i18n/i18n.ts'
import { track } from '#src/reporting/track.ts'
import { systemClock } from '#shared/clock.ts'
import { hub } from '#src/hub-client/hub-client.ts'
import { hubState } from '#src/store/state.ts'
import { subscribeKeys } from '#src/store/subscribe-keys.ts'
import { openLogin } from '#src/account/login-dialog-state.ts'
import { withEnglishLocale } from './checkout-language.ts'
import { checkoutState } from './checkout-state.ts'
import { createCheckout } from './purchase-steps.ts'
import { showNote } from './result-note.ts'

/** The hub for the checkout. It notices a lost network only when one of its calls fails, so `navigator.onLine` is checked too. */
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
    const unsubscribe = subscribeKeys(hubState, ['billing', 'connection'], listener)
    addEventListener('online', listener)
    addEventListener('offline', listener)
    return () => {
      unsubscribe()
      removeEventListener('online', listener)
      removeEventListener('offline', listener)
    }
  },
}

/** The time limit for this page to notice that its session has expired, in ms. After it, the login opens anyway. */
const LOGOUT_NOTICE_LIMIT_MS = 5000

export const checkout = createCheckout({
  hub: pageHub,
  validateUrl: (url) => api.call(validateUrl, { url }),
  logIn: logInToBuy,
  loadSdk: async () => (await import('./payment-sdk.ts')).paymentSdk,
  isReachable,
  openTab(checkoutUrl) {
    const openedTab = open(withEnglishLocale(checkoutUrl), '_blank')
    if (openedTab !== null) openedTab.opener = null
    return openedTab !== null
  },
  clock: systemClock,
  appOrigin: location.origin,
  show(view) {
    checkoutState.view = view
    if (view?.kind === 'pay') checkoutState.shownOrderId = view.payOrderId
  },
  showNote,
  trackStart: ({ skuId, source }) => track('purchase_start', { sku_id: skuId, source }),
  trackRefusal: ({ skuId, source }, failReason) => track('purchase_fail', { sku_id: skuId, source, fail_reason: failReason }),
  tracking: trackedPurchases,
  onPaid: resetBilling,
  onResultPending: () => (checkoutState.shownOrderId = null),
})

/**
 * Runs a purchase: login if needed, order, checkout, result. Resolves at the end. A press during a purchase joins that purchase.
 */
export async function startPurchase(
  purchase: PurchaseRequest & { readonly source: Exclude<PurchaseSource, 'pending_order'> },
  dialogClosed?: AbortSignal,
): Promise<void> {
  await addTexts('checkout')
  await checkout.start(purchase, dialogClosed)
}

/** Opens the checkout of an order again, after the user has left it. */
export async function continuePurchase(order: PendingOrder, skuName: string): Promise<void> {
  await addTexts('checkout')
  const { skuId, skuType, currencyCode } = order
  await checkout.resume(order, { skuId, skuType, skuName, currencyCode, source: 'pending_order' })
}

/** Buys the SKU of an ended order again: the hub returns the same order if its checkout accepts another card, else a new one. */
export async function repeatPurchase({ payOrderId, skuId, skuType, currencyCode, state }: PendingOrder, skuName: string): Promise<void> {
  await addTexts('checkout')
  // Not awaited, because tracking must not delay a payment.
  void trackedPurchases.end(payOrderId, state)
  await checkout.start({ skuId, skuType, skuName, currencyCode, source: 'pending_order' })
}

/** Whether this browser can reach the checkout's server: sends a HEAD request without cookies and ignores its answer. */
async function isReachable(checkoutUrl: string, signal: AbortSignal): Promise<boolean> {
  try {
    await fetch(checkoutUrl, { method: 'HEAD', mode: 'no-cors', credentials: 'omit', cache: 'no-store', signal })
    return true
  } catch {
    return false
  }
}

/**
 * Asks the user to log in; true when an account is logged in. `isSessionOver`: the server has reported an expired session, so the login
 * opens only after this page has noticed that too.
 */
async function logInToBuy(isSessionOver: boolean): Promise<boolean> {
  if (isSessionOver) await waitUntilLoggedOut()
  return openLogin({ reason: text('checkout.loginReason') })
}

async function waitUntilLoggedOut(): Promise<void> {
  await hub.api.refreshAccount()
  await new Promise<void>((resolve) => {
    const check = () => hubState.identity?.businessUserId === '' && finish()
    const stop = subscribeKeys(hubState, ['identity'], check)
    const timer = setTimeout(finish, LOGOUT_NOTICE_LIMIT_MS)
    function finish(): void {
      stop()
      clearTimeout(timer)
      resolve()
    }
    check()
  })
}
