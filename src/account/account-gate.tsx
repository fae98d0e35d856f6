import { useEffect, useState } from 'react'
import type { UserInfo } from '#shared/api/user.ts'
import { hub } from '#src/hub-client/hub-client.ts'
import { useText } from '#src/i18n/i18n.ts'
import { Button } from '#src/design/button.tsx'
import { FailedNote, StateNote } from '#src/design/state-note.tsx'
import { LoadingNote } from '#src/design/loading.tsx'
import { hubState, useSnapshot } from '#src/store/state.ts'
import { openLogin } from './login-dialog-state.ts'
import { useHasAccount } from './use-account-id.ts'

interface AccountGateProps {
  /** A text that says why the user should log in. */
  readonly reason: string
  readonly children: (account: UserInfo) => React.ReactNode
  /** Content below the gate. It is rendered after the account's state is known, so that the content above does not move it later. */
  readonly below?: React.ReactNode
}

/** Shows content that needs an account. A visitor sees the reason to log in, and a login button. */
export function AccountGate({ reason, children, below }: AccountGateProps) {
  const text = useText()
  const account = useAccount()
  if (account === 'unanswered') return <LoadingNote text={text('account.unanswered')} />
  return (
    <>
      {account === 'visitor' && (
        <StateNote icon="user" title={text('account.visitor.title')} hint={reason}>
          <Button variant="primary" aria-haspopup="dialog" onClick={() => void openLogin({ reason })}>
            {text('account.visitor.logIn')}
          </Button>
        </StateNote>
      )}
      {account === 'unread' && (
        <FailedNote
          title={text('account.unread.title')}
          hint={text('account.unread')}
          retryLabel={text('account.retry')}
          onRetry={() => void hub.api.refreshAccount()}
        />
      )}
      {typeof account === 'object' && children(account)}
      {below}
    </>
  )
}

/** The current account. `unread`: it could not be loaded. `unanswered`: it may still be loading. */
export function useAccount(): UserInfo | 'visitor' | 'unread' | 'unanswered' {
  const { account, identity } = useSnapshot(hubState)
  const isOverdue = useIsAccountOverdue()
  if (!useHasAccount()) return 'visitor'
  if (account?.isLoggedIn === true) return account
  return identity === null || !isOverdue ? 'unanswered' : 'unread'
}

/** How long after the start of the page a missing account counts as not loaded, in ms. */
const OVERDUE_AFTER_MS = 4000

function useIsAccountOverdue(): boolean {
  const [isOverdue, setOverdue] = useState(() => performance.now() >= OVERDUE_AFTER_MS)
  useEffect(() => {
    const timer = setTimeout(() => setOverdue(true), OVERDUE_AFTER_MS - performance.now())
    return () => clearTimeout(timer)
  }, [])
  return isOverdue
}
