import type { ReactElement, ReactNode } from 'react'
import type { UserInfo } from '#shared/api/user.ts'
import { hub } from '#src/bridge/hub-client.ts'
import { useText } from '#src/lib/i18n.ts'
import { Button } from '#src/ui/button.tsx'
import { FailedNote } from '#src/ui/failed-note.tsx'
import { LoadingNote } from '#src/ui/loading-note.tsx'
import { StateNote } from '#src/ui/state-note.tsx'
import { openLogin } from '#src/lib/login-dialog-state.ts'
import { useAccount } from './use-account.ts'

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
