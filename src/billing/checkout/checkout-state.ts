import { PAYING_LOCK } from '#shared/contract/service-worker-messages.ts'
import type { OrderState } from '#shared/contract/billing-contract.ts'
import { splitLocale } from '#shared/domain/locale-prefix.ts'
import { guardLeaving, notifyHoldsChanged } from '#src/routing/leave-guard.ts'
import { proxy, subscribe } from '#src/store/state.ts'
import { navigate } from '#src/routing/routes.ts'

/** What the checkout shows; null without a purchase. `shownOrderId`: the order whose result the checkout shows or has shown. */
export const checkoutState = proxy<{ view: CheckoutView | null; shownOrderId: string | null }>({ view: null, shownOrderId: null })

guardLeaving({ holds: () => (checkoutState.view?.kind === 'pay' ? 'paying' : null) })
subscribe(checkoutState, () => {
  notifyHoldsChanged()
  holdPayingLock(checkoutState.view?.kind === 'pay')
})

let releasePayingLock: (() => void) | null = null

function holdPayingLock(isPaying: boolean): void {
  if (isPaying === (releasePayingLock !== null)) return
  releasePayingLock?.()
  releasePayingLock = null
  if (!isPaying) return
  const lockReleased = new Promise<void>((resolve) => (releasePayingLock = resolve))
  navigator.locks.request(PAYING_LOCK, { mode: 'shared' }, () => lockReleased).catch(() => undefined)
}

/** slow: the checkout did not load. offline: the browser has no network. In both cases the user may leave the checkout. */
export type PayProblem = 'slow' | 'offline'

export interface PayView {
  readonly kind: 'pay'
  readonly payOrderId: string
  readonly checkoutUrl: string
  readonly skuName: string
  readonly amountCents: number
  readonly currencyCode: string
  /** Whether the checkout is in a frame of this page or in its own tab. */
  readonly target: 'frame' | 'tab'
  /** Whether the browser blocked the checkout's tab, so that the user must open it. */
  readonly isTabBlocked: boolean
  readonly isConfirming: boolean
  readonly problem: PayProblem | null
  /** Whether the checkout may have been visible, so that a payment is possible. */
  readonly wasShown: boolean
  readonly attempt: number
}

/** What the checkout shows: a question before the checkout, the checkout itself, or a result that a toast is too small for. */
export type CheckoutView =
  | { readonly kind: 'again'; readonly skuName: string; readonly state: Extract<OrderState, 'confirming' | 'late'> }
  | PayView
  | { readonly kind: 'late'; readonly payOrderId: string }
  | { readonly kind: 'failed'; readonly payOrderId: string }

interface PageLocation {
  readonly pathname: string
  readonly go: (path: string) => void
}

/** Opens another screen, with the language prefix of the current address. Does nothing while the checkout shows anything. */
export function goUnlessPaying(path: string, { pathname, go }: PageLocation = { pathname: location.pathname, go: navigate }): void {
  if (checkoutState.view !== null) return
  go(splitLocale(pathname).prefix + splitLocale(path).path)
}
