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
export function AccountGate(props: AccountGateProps) {
  return <GateOf account={useAccount()} {...props} />
}

/** The same gate for a caller that has already called `useAccount`. */
export function GateOf({ account, reason, children, below }: AccountGateProps & { readonly account: KnownAccount }) {
  const text = useText()
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

/** `unanswered`: the hub has not published the account yet. `unread`: the account is still missing some time after the identity. */
export type KnownAccount = UserInfo | 'visitor' | 'unread' | 'unanswered'

export function useAccount(): KnownAccount {
  const { account, identity } = useSnapshot(hubState)
  const hasAccount = useHasAccount()
  const isLoaded = account?.isLoggedIn === true
  const isOverdue = useIsOverdue(hasAccount && identity !== null && !isLoaded)
  if (!hasAccount) return 'visitor'
  if (isLoaded) return account
  return isOverdue ? 'unread' : 'unanswered'
}

/** The hub publishes the account after the identity. If the account is missing for this time, it counts as `unread`, in ms. */
const OVERDUE_AFTER_MS = 4000

/** Whether `isWaiting` has been true for `OVERDUE_AFTER_MS` since the component was mounted. */
function useIsOverdue(isWaiting: boolean): boolean {
  const [isOverdue, setOverdue] = useState(false)
  useEffect(() => {
    if (!isWaiting) return undefined
    const timer = setTimeout(() => setOverdue(true), OVERDUE_AFTER_MS)
    return () => {
      clearTimeout(timer)
      setOverdue(false)
    }
  }, [isWaiting])
  return isOverdue
}
