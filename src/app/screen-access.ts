import { type RouteName, matchRoute } from '#shared/domain/screens.ts'
import { membership } from '#src/billing/membership-state.ts'
import { useSnapshot } from '#src/store/state.ts'
import { useHasAccount } from '#src/account/use-account-id.ts'

/** The screen that replaces a screen which this user may not open; undefined if the user may open it. */
export function redirectOf(
  route: RouteName | undefined,
  person: { readonly hasAccount: boolean; readonly isMember: boolean },
): 'home' | undefined {
  if (route === 'landing' && person.hasAccount) return 'home'
  if (route === 'pricing' && person.hasAccount && person.isMember) return 'home'
  return undefined
}

/**
 * Whether the screen at this path needs a session. Payment results do not, because they also appear in a frame of the app, which
 * has the session.
 */
export function requiresSession(path: string): boolean {
  const route = matchRoute(path)
  return route !== 'paySuccess' && route !== 'payCancel'
}

/** Whether this page is a payment result in the frame of a checkout, with the app around it. */
export function isFramedResult(path: string, isFramed: boolean): boolean {
  return isFramed && !requiresSession(path)
}

export function usePerson(): { readonly hasAccount: boolean; readonly isMember: boolean } {
  const hasAccount = useHasAccount()
  const { isActive } = useSnapshot(membership)
  return { hasAccount, isMember: hasAccount && isActive }
}
