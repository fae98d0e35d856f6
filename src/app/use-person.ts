import { isMembershipActive } from '#shared/domain/membership.ts'
import { hubState } from '#src/lib/hub-mirror.ts'
import { storedBusinessUserId } from '#src/lib/identity.ts'
import { useSnapshot } from '#src/lib/state.ts'

/** Before the hub has spoken the stored id counts, so that nobody sees a screen flash that is not theirs. */
export function usePerson(): { readonly hasAccount: boolean; readonly isMember: boolean } {
  const { account, identity } = useSnapshot(hubState)
  const id = identity?.businessUserId ?? storedBusinessUserId()
  return { hasAccount: id !== '', isMember: account !== null && account.isLoggedIn && isMembershipActive(account, Date.now()) }
}
