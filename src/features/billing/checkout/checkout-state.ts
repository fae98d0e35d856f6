import { proxy } from '#src/lib/state.ts'
import type { CheckoutView } from './checkout-view.ts'

/** What the checkout shows; null while nothing is bought. */
export const checkoutState = proxy<{ view: CheckoutView | null }>({ view: null })
