import { membership } from '#src/billing/membership.ts'
import { useSnapshot } from '#src/platform/state.ts'
import { useHasAccount } from '#src/account/use-account-id.ts'

export function usePerson(): { readonly hasAccount: boolean; readonly isMember: boolean } {
  const hasAccount = useHasAccount()
  const { isActive } = useSnapshot(membership)
  return { hasAccount, isMember: hasAccount && isActive }
}
