import type { ReactElement } from 'react'
import { Link, useLocation } from 'wouter'
import { ListLoading } from '#src/features/billing/paging/list-note.tsx'
import { ReceiptView } from '#src/features/billing/receipt/receipt-view.tsx'
import { useReceipt } from '#src/features/billing/receipt/use-receipt.ts'
import { errorText } from '#src/lib/error-text.ts'
import { hubState } from '#src/lib/hub-mirror.ts'
import { useText } from '#src/lib/i18n.ts'
import { openLogin } from '#src/lib/login-dialog-state.ts'
import { linkTo, receiptIdOf } from '#src/lib/routes.ts'
import { useSnapshot } from '#src/lib/state.ts'
import { storedBusinessUserId } from '#src/lib/stored-business-user-id.ts'
import { buttonClass } from '#src/ui/button-class.ts'
import { Button } from '#src/ui/button.tsx'
import { StateNote } from '#src/ui/state-note.tsx'

export function ReceiptPage(): ReactElement {
  const text = useText()
  const [path] = useLocation()
  const { identity } = useSnapshot(hubState)
  const { state, retry } = useReceipt(receiptIdOf(path), identity?.businessUserId ?? storedBusinessUserId())
  if (state.kind === 'there') return <ReceiptView receipt={state.receipt} />
  return (
    <div>
      <h1 className="visually-hidden">{text('billing.receipt.title')}</h1>
      {state.kind === 'loading' && <ListLoading />}
      {state.kind === 'missing' && (
        <StateNote icon="gem" title={text('billing.receipt.missing')} hint={text('billing.receipt.missingHint')}>
          <Link href={linkTo('ledger')} className={buttonClass('quiet')}>
            {text('billing.receipt.back')}
          </Link>
        </StateNote>
      )}
      {state.kind === 'failed' && (
        <StateNote icon="alert" isError title={text('billing.receipt.failed')} hint={errorText(state.code)}>
          {state.code === 'H3009' ? (
            <Button look="primary" aria-haspopup="dialog" onClick={() => void openLogin().then((isIn) => isIn && retry())}>
              {text('nav.logIn')}
            </Button>
          ) : (
            <Button icon="retry" onClick={retry}>
              {text('billing.retry')}
            </Button>
          )}
        </StateNote>
      )}
    </div>
  )
}
