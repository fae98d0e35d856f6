import type { UserInfo } from '#shared/api/user.ts'
import { hubState, subscribe } from '#src/store/state.ts'

interface FollowAccountDeps {
  readonly becomeAccount: (id: string) => Promise<void>
  readonly clearUser: () => Promise<unknown>
}

/** What to do after a change of the server's session: nothing, become its account, or become a visitor. */
export function accountStep(
  account: Pick<UserInfo, 'id' | 'isLoggedIn'> | null,
  businessUserId: string,
): { readonly become: string } | 'clear' | 'stay' {
  if (account === null) return 'stay'
  if (account.isLoggedIn) return account.id === businessUserId ? 'stay' : { become: account.id }
  return businessUserId === '' ? 'stay' : 'clear'
}

/**
 * Follows the account in the hub's snapshot. If the server has a session of another account, this page adopts it; if the session
 * has ended, this page becomes a visitor.
 */
export function followAccount({ becomeAccount, clearUser }: FollowAccountDeps): () => void {
  let isStepRunning = false
  let hasMissedChange = false

  function findStep(): ReturnType<typeof accountStep> {
    const { account, identity } = hubState
    return identity === null ? 'stay' : accountStep(account, identity.businessUserId)
  }

  async function followChange(): Promise<void> {
    hasMissedChange = isStepRunning
    if (isStepRunning) return
    const step = findStep()
    if (step === 'stay') return
    isStepRunning = true
    try {
      await (step === 'clear' ? clearUser() : becomeAccount(step.become))
    } catch (error) {
      console.warn('The page could not follow the change of session yet.', error)
    } finally {
      isStepRunning = false
    }
    // The same step again only means that the hub has not published the change yet. Another step means that the session has changed
    // again.
    if (hasMissedChange && stepName(findStep()) !== stepName(step)) await followChange()
  }

  // A failed step is repeated at the next change of the hub's state.
  return subscribe(hubState, () => void followChange())
}

function stepName(step: ReturnType<typeof accountStep>): string {
  return typeof step === 'string' ? step : `become ${step.become}`
}
