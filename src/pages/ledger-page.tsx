import type { ReactElement } from 'react'
import { LedgerView } from '#src/features/billing/ledger/ledger-view.tsx'
import { openCredits } from '#src/lib/billing-dialogs.ts'
import { formatNumber } from '#src/lib/format-number.ts'
import { hubState } from '#src/lib/hub-mirror.ts'
import { useText } from '#src/lib/i18n.ts'
import { useSnapshot } from '#src/lib/state.ts'
import { Button } from '#src/ui/button.tsx'
import styles from './ledger-page.module.css'

export function LedgerPage(): ReactElement {
  const text = useText()
  const { credits } = useSnapshot(hubState)
  return (
    <div className={styles['page']}>
      <header className={styles['head']}>
        <div>
          <h1 className={styles['title']}>{text('billing.ledger.title')}</h1>
          <p className={styles['lead']}>{text('billing.ledger.lead')}</p>
        </div>
        <div className={styles['balance']}>
          <p className={styles['points']}>{credits === null ? text('credits.unknown') : formatNumber(credits.points)}</p>
          <p className={styles['held']}>
            {text('billing.available')}
            {credits !== null && credits.held > 0 && ` · ${text('billing.heldShort', { points: formatNumber(credits.held) })}`}
          </p>
        </div>
        <Button look="primary" icon="gem" aria-haspopup="dialog" onClick={() => openCredits()}>
          {text('billing.buy')}
        </Button>
      </header>
      <LedgerView />
    </div>
  )
}
