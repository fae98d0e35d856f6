import type { ApiClient } from '#shared/api/client.ts'
import { logOut } from '#shared/api/auth.ts'
import { api } from '#src/lib/api.ts'
import { changeSelf } from '#src/lib/change-self.ts'
import { failureText } from '#src/lib/error-text.ts'
import { hubState } from '#src/lib/hub-mirror.ts'
import { addTexts, text } from '#src/lib/i18n.ts'
import { storedBusinessUserId } from '#src/lib/stored-business-user-id.ts'
import { track } from '#src/lib/track.ts'
import { showToast } from '#src/ui/toast.ts'
import { markLeaving } from './leave-mark.ts'
import { leaveState } from './leave-state.ts'
import { readAccount } from './session.ts'
import { countUnsent } from './unsent-work.ts'

interface LeaveDeps {
  readonly server: Pick<ApiClient, 'call'>
  readonly changeSelf: typeof changeSelf
  readonly storedBusinessUserId: () => string
  readonly markLeaving: (account: string) => void
  readonly readAccount: () => Promise<void>
  readonly showToast: typeof showToast
}

export function createLeaveAccount({ server, changeSelf, storedBusinessUserId, markLeaving, readAccount, showToast }: LeaveDeps) {
  /** Logs out in all tabs; with unsent work the person is asked first what becomes of it. */
  async function leaveAccount(): Promise<void> {
    if (countUnsent(hubState.work) > 0) leaveState.isAsking = true
    else await leaveNow()
  }

  /** Ends the session and wipes what this device holds of the account. Without the server's word nothing is done: its cookie would stay. */
  async function leaveNow(): Promise<void> {
    const left = storedBusinessUserId()
    markLeaving(left)
    const ended = await server.call(logOut, {})
    if (!ended.ok) {
      // Where only the answer got lost, nobody is logged in any more.
      void readAccount()
      await addTexts('account')
      await showToast({ id: 'log-out', color: 'error', title: text('account.leave.failed'), description: failureText(ended.error) })
      return
    }
    const hadUnsent = countUnsent(hubState.work) > 0
    markLeaving(left)
    await changeSelf(({ businessUserId }) => (businessUserId === left ? { businessUserId: '', hasNewToken: false, change: 'leave' } : null))
    track('logout', { had_unsent: hadUnsent })
  }

  return { leaveAccount, leaveNow }
}

export const { leaveAccount, leaveNow } = createLeaveAccount({
  server: api,
  changeSelf,
  storedBusinessUserId,
  markLeaving,
  readAccount,
  showToast,
})
