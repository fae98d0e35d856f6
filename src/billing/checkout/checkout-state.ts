import { PAYING_LOCK } from '#shared/contract/service-worker-messages.ts'
import { guardLeaving, holdsChanged } from '#src/platform/leave-guard.ts'
import { proxy, subscribe } from '#src/platform/state.ts'
import type { OrderState } from '#shared/contract/billing-contract.ts'

/** What the checkout shows; null while nothing is bought. `toldId`: the order whose end it tells, or has told. */
export const checkoutState = proxy<{ view: CheckoutView | null; toldId: string | null }>({ view: null, toldId: null })

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
  const held = new Promise<void>((resolve) => (letGo = resolve))
  navigator.locks.request(PAYING_LOCK, { mode: 'shared' }, () => held).catch(() => undefined)
}

/** slow: the checkout did not load. offline: the network is gone. Either lets the person out. */
export type PayProblem = 'slow' | 'offline'

/** An open checkout. */
export interface PayView {
  readonly kind: 'pay'
  readonly payOrderId: string
  readonly checkoutUrl: string
  readonly skuName: string
  readonly amountCents: number
  /** In a frame, or in a tab of its own. */
  readonly place: 'frame' | 'tab'
  /** The tab could not be opened by us: the person has to. */
  readonly isTabBlocked: boolean
  readonly isConfirming: boolean
  readonly trouble: PayProblem | null
  /** The person may have seen the checkout, so they may have paid. */
  readonly wasShown: boolean
  /** Grows with each new try to load the frame. */
  readonly attempt: number
}

/** What the checkout shows: a question before it, the checkout, or how it ended where that needs more than a toast. */
export type CheckoutView =
  | { readonly kind: 'again'; readonly skuName: string; readonly state: Extract<OrderState, 'confirming' | 'late'> }
  | PayView
  | { readonly kind: 'late'; readonly payOrderId: string }
  | { readonly kind: 'failed'; readonly payOrderId: string }
