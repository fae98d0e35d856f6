import type { RouteName } from '#shared/domain/screens.ts'

/** Where an address leads that is not for this person; undefined when it is. */
export function redirectOf(
  route: RouteName | undefined,
  person: { readonly hasAccount: boolean; readonly isMember: boolean },
): 'home' | undefined {
  if (route === 'landing' && person.hasAccount) return 'home'
  if (route === 'pricing' && person.hasAccount && person.isMember) return 'home'
  return undefined
}
