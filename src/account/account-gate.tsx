import type { ReactElement, ReactNode } from 'react'
import type { UserInfo } from '#shared/api/user.ts'
import { hub } from '#src/platform/hub-client.ts'
import { useText } from '#src/platform/i18n.ts'
import { Button } from '#src/design/button.tsx'
import { FailedNote, StateNote } from '#src/design/state-note.tsx'
import { LoadingNote } from '#src/design/loading.tsx'
import { hubState } from '#src/platform/hub-state.ts'
import { useSnapshot } from '#src/platform/state.ts'
import { openLogin } from './sign-in/login-dialog-state.ts'
import { useHasAccount } from './use-account-id.ts'

interface AccountGateProps {
  /** What a visitor is told about logging in. */
  readonly reason: string
  readonly children: (account: UserInfo) => ReactNode
  /** What stands below. It waits until it is known how high that is which stands above it. */
  readonly below: ReactNode
}

/** Shows what belongs to an account; a visitor reads what there would be, and can log in. */
export function AccountGate({ reason, children, below }: AccountGateProps): ReactElement {
  const text = useText()
  const account = useAccount()
  if (account === 'unheard') return <LoadingNote text={text('account.unheard')} />
  return (
    <>
      {account === 'visitor' && (
        <StateNote icon="user" title={text('account.visitor.title')} hint={reason}>
          <Button look="primary" aria-haspopup="dialog" onClick={() => void openLogin({ reason })}>
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

/** Who is here: a visitor, an account, one that could not be read yet, or one of whom nothing was heard so far. */
export function useAccount(): UserInfo | 'visitor' | 'unread' | 'unheard' {
  const { account, identity } = useSnapshot(hubState)
  if (!useHasAccount()) return 'visitor'
  if (account?.isLoggedIn === true) return account
  return identity === null ? 'unheard' : 'unread'
}
