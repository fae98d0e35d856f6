import { PAYING_LOCK } from '#shared/contract/place-signal.ts'
import { guardLeaving, holdsChanged } from '#src/lib/leave-guard.ts'
import { proxy, subscribe } from '#src/lib/state.ts'
import type { CheckoutView } from './checkout-view.ts'

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
