import { PAYING_LOCK } from '#shared/contract/service-worker-messages.ts'
import type { OrderState } from '#shared/contract/billing-contract.ts'
import { splitLocale } from '#shared/domain/locale-prefix.ts'
import { guardLeaving, holdsChanged } from '#src/routing/leave-guard.ts'
import { proxy, subscribe } from '#src/store/state.ts'
import { navigate } from '#src/routing/routes.ts'

/** The view of the checkout; null without a purchase. `shownOrderId`: the order whose result it shows or has shown. */
export const checkoutState = proxy<{ view: CheckoutView | null; shownOrderId: string | null }>({ view: null, shownOrderId: null })

guardLeaving({ holds: () => (checkoutState.view?.kind === 'pay' ? 'paying' : null) })
subscribe(checkoutState, () => {
  holdsChanged()
  holdPayingLock(checkoutState.view?.kind === 'pay')
})

let letGo: (() => void) | null = null

function holdPayingLock(isPaying: boolean): void {
  if (isPaying === (letGo !== null)) return
  letGo?.()
  letGo = null
  if (!isPaying) return
  const released = new Promise<void>((resolve) => (letGo = resolve))
  navigator.locks.request(PAYING_LOCK, { mode: 'shared' }, () => released).catch(() => undefined)
}

/** slow: the checkout did not load. offline: no network. Either enables leaving. */
export type PayProblem = 'slow' | 'offline'

export interface PayView {
  readonly kind: 'pay'
  readonly payOrderId: string
  readonly checkoutUrl: string
  readonly skuName: string
  readonly amountCents: number
  readonly currencyCode: string
  /** In a frame, or in a separate tab. */
  readonly target: 'frame' | 'tab'
  /** The browser blocked the tab, so the user must open it. */
  readonly isTabBlocked: boolean
  readonly isConfirming: boolean
  readonly problem: PayProblem | null
  /** The checkout may have been visible, so a payment is possible. */
  readonly wasShown: boolean
  readonly attempt: number
}

/** The checkout's view: a question before it, the checkout itself, or a result that needs more than a toast. */
export type CheckoutView =
  | { readonly kind: 'again'; readonly skuName: string; readonly state: Extract<OrderState, 'confirming' | 'late'> }
  | PayView
  | { readonly kind: 'late'; readonly payOrderId: string }
  | { readonly kind: 'failed'; readonly payOrderId: string }

interface Browser {
  readonly pathname: string
  readonly go: (path: string) => void
}

/** Navigates to another screen in the window's language, unless a checkout is open. */
export function goUnlessPaying(path: string, { pathname, go }: Browser = { pathname: location.pathname, go: navigate }): void {
  if (checkoutState.view !== null) return
  go(splitLocale(pathname).prefix + splitLocale(path).path)
}
