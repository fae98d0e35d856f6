import { type RouteName, matchRoute } from '#shared/domain/screens.ts'
import { membership } from '#src/billing/membership.ts'
import { useSnapshot } from '#src/platform/state.ts'
import { useHasAccount } from '#src/account/use-account-id.ts'

/** Where an address leads that is not for this person; undefined when it is. */
export function redirectOf(
  route: RouteName | undefined,
  person: { readonly hasAccount: boolean; readonly isMember: boolean },
): 'home' | undefined {
  if (route === 'landing' && person.hasAccount) return 'home'
  if (route === 'pricing' && person.hasAccount && person.isMember) return 'home'
  return undefined
}

/** Not the payment results: they also stand in a frame of the app, where somebody is known already. */
export function requiresSession(path: string): boolean {
  const route = matchRoute(path)
  return route !== 'paySuccess' && route !== 'payCancel'
}

/** A payment's result inside the frame of a checkout: the app is there already, around it. */
export function isFramedResult(path: string, isFramed: boolean): boolean {
  return isFramed && !requiresSession(path)
}

export function usePerson(): { readonly hasAccount: boolean; readonly isMember: boolean } {
  const hasAccount = useHasAccount()
  const { isActive } = useSnapshot(membership)
  return { hasAccount, isMember: hasAccount && isActive }
}
