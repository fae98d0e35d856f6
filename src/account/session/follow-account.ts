import type { UserInfo } from '#shared/api/user.ts'
import { hubState } from '#src/platform/hub-state.ts'
import { subscribe } from '#src/platform/state.ts'

interface FollowAccountDeps {
  readonly becomeAccount: (id: string) => Promise<void>
  readonly clearUser: () => Promise<unknown>
}

/** What the server's word on the session asks for: nothing, to become its account, or to be nobody. */
export function accountStep(
  account: Pick<UserInfo, 'id' | 'isLoggedIn'> | null,
  businessUserId: string,
): { readonly become: string } | 'clear' | 'stay' {
  if (account === null) return 'stay'
  if (account.isLoggedIn) return account.id === businessUserId ? 'stay' : { become: account.id }
  return businessUserId === '' ? 'stay' : 'clear'
}

/** Follows the account as the hub reads it: a session that is another's is adopted, one that is over leaves nobody here. */
export function followAccount({ becomeAccount, clearUser }: FollowAccountDeps): () => void {
  let isWorking = false

  async function look(): Promise<void> {
    const { account, identity } = hubState
    if (identity === null || isWorking) return
    const step = accountStep(account, identity.businessUserId)
    if (step === 'stay') return
    isWorking = true
    try {
      await (step === 'clear' ? clearUser() : becomeAccount(step.become))
    } catch (error) {
      console.warn('The session was not followed yet.', error)
    } finally {
      isWorking = false
    }
  }

  return subscribe(hubState, () => void look())
}
