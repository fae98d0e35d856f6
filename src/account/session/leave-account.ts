import type { ApiClient } from '#shared/api/client.ts'
import { logOut } from '#shared/api/auth.ts'
import { api } from '#src/hub-client/api.ts'
import { changeIdentity } from '#src/hub-client/identity.ts'
import { failureText, addTexts, text } from '#src/i18n/i18n.ts'
import { hubState } from '#src/store/state.ts'
import { subscribeKeys } from '#src/store/subscribe-keys.ts'
import { storedBusinessUserId } from '#src/store/cookies.ts'
import { track } from '#src/reporting/track.ts'
import { showToast } from '#src/design/toast.ts'
import { hub } from '#src/hub-client/hub-client.ts'
import { markLeaving, leaveState } from '../leave-state.ts'
import { readAccount } from './session.ts'

interface LeaveDeps {
  readonly server: Pick<ApiClient, 'call'>
  readonly changeIdentity: typeof changeIdentity
  readonly storedBusinessUserId: () => string
  readonly markLeaving: (account: string) => void
  readonly readAccount: () => Promise<void>
  readonly showToast: typeof showToast
}

export function createLeaveAccount({ server, changeIdentity, storedBusinessUserId, markLeaving, readAccount, showToast }: LeaveDeps) {
  /** Logs out in all tabs. If there is unsent work, it first asks what to do with it. */
  async function leaveAccount(): Promise<void> {
    if (countUnsent(hubState.work) > 0) leaveState.isAsking = true
    else await leaveNow()
  }

  /**
   * Ends the session and deletes the account's data on this device. If the call fails, nothing is deleted, because the
   * session cookie would remain.
   */
  async function leaveNow(): Promise<void> {
    const leavingId = storedBusinessUserId()
    markLeaving(leavingId)
    const answer = await server.call(logOut, {})
    if (!answer.ok) {
      // The session has ended if only the answer was lost, so the account is read again.
      void readAccount()
      await addTexts('account')
      await showToast({ id: 'log-out', color: 'error', title: text('account.leave.failed'), description: failureText(answer.error) })
      return
    }
    const hadUnsent = countUnsent(hubState.work) > 0
    markLeaving(leavingId)
    await changeIdentity(({ businessUserId }) =>
      businessUserId === leavingId ? { businessUserId: '', hasNewToken: false, change: 'erase' } : null,
    )
    track('logout', { had_unsent: hadUnsent })
  }

  return { leaveAccount, leaveNow }
}

export const { leaveAccount, leaveNow } = createLeaveAccount({
  server: api,
  changeIdentity,
  storedBusinessUserId,
  markLeaving,
  readAccount,
  showToast,
})

/** How long `sendUnsent` waits for the network before it gives up, in ms. At first, the known connection state may be outdated. */
const NETWORK_WAIT_MS = 5000

type UnsentWork = Pick<typeof hubState.work, 'outbox' | 'mutations'>

/** The number of commits and mutations that the server has not accepted: they wait, are being sent, or were rejected. */
export function countUnsent({ outbox, mutations }: UnsentWork): number {
  return outbox.length + mutations.length
}

/** Sends unsent work. `stuck`: the rest was rejected, the network is missing, or `signal` was aborted. */
export async function sendUnsent(signal: AbortSignal): Promise<'sent' | 'stuck'> {
  await hub.api.wake()
  return new Promise((resolve) => {
    let isWaitingForNetwork = true
    const timer = setTimeout(() => {
      isWaitingForNetwork = false
      checkWork()
    }, NETWORK_WAIT_MS)
    const stop = subscribeKeys(hubState, ['work', 'connection'], checkWork)
    signal.addEventListener('abort', () => finish('stuck'))
    checkWork()

    function finish(outcome: 'sent' | 'stuck'): void {
      clearTimeout(timer)
      stop()
      resolve(outcome)
    }
    function checkWork(): void {
      const { work, connection } = hubState
      if (countUnsent(work) === 0) finish('sent')
      else if (isAllRefused(work) || (!isWaitingForNetwork && !connection.isOnline)) finish('stuck')
    }
  })
}

function isAllRefused({ outbox, mutations }: UnsentWork): boolean {
  return [...outbox, ...mutations].every(({ state }) => state === 'refused')
}
