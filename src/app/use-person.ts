import { membership } from '#src/lib/membership.ts'
import { useSnapshot } from '#src/lib/state.ts'
import { useHasAccount } from '#src/lib/use-has-account.ts'

export function usePerson(): { readonly hasAccount: boolean; readonly isMember: boolean } {
  const hasAccount = useHasAccount()
  const { isActive } = useSnapshot(membership)
  return { hasAccount, isMember: hasAccount && isActive }
}
