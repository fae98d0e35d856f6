import { navigate } from 'wouter/use-browser-location'
import { splitLocale } from '#shared/domain/route-patterns.ts'
import { checkoutState } from '#src/features/billing/checkout/checkout-state.ts'

/** Leads to another screen, in the window's own language. An open checkout is left by nobody but who pays. */
export function goUnlessPaying(path: string): void {
  if (checkoutState.view !== null) return
  navigate(splitLocale(location.pathname).prefix + splitLocale(path).path)
}
