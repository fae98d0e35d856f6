import { navigate } from 'wouter/use-browser-location'
import { splitLocale } from '#shared/domain/screens.ts'
import { checkoutState } from './checkout/checkout-state.ts'

interface Browser {
  readonly pathname: string
  readonly go: (path: string) => void
}

/** Navigates to another screen in the window's language, unless a checkout is open. */
export function goUnlessPaying(path: string, { pathname, go }: Browser = { pathname: location.pathname, go: navigate }): void {
  if (checkoutState.view !== null) return
  go(splitLocale(pathname).prefix + splitLocale(path).path)
}
