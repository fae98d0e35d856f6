import { guardLeaving, holdsChanged } from '#src/lib/leave-guard.ts'
import { proxy, subscribe } from '#src/lib/state.ts'
import type { CheckoutView } from './checkout-view.ts'

/** What the checkout shows; null while nothing is bought. `toldId`: the order whose end it tells, or has told. */
export const checkoutState = proxy<{ view: CheckoutView | null; toldId: string | null }>({ view: null, toldId: null })

guardLeaving({ holds: () => (checkoutState.view?.kind === 'pay' ? 'paying' : null) })
subscribe(checkoutState, holdsChanged)
