import { RowBoundary } from '#src/design/row-boundary.tsx'
import { useState } from 'react'
import { formatNumber, useText, loadFailureText } from '#src/i18n/i18n.ts'
import { hubState, useSnapshot, snapshot } from '#src/store/state.ts'
import { Button } from '#src/design/button.tsx'
import { Segmented } from '#src/design/segmented.tsx'
import { StateNote } from '#src/design/state-note.tsx'
import { saveFile } from '#src/browser/download.ts'
import { endToast, showToast } from '#src/design/toast.ts'
import { openCredits } from '../billing-dialogs.ts'
import styles from './ledger-page.module.css'
import { LedgerRow } from './ledger-row.tsx'
import { type LedgerFilter, LEDGER_FILTERS, matchesFilter, ledgerCsv } from './ledger-kinds.ts'
import { ListEnd, ListFailed, ListLoading, StoredMark } from '../list-notes.tsx'
import { LedgerCheckNote } from './ledger-check-note.tsx'
import { ledgerList, ledgerState, useLedger, useLedgerCheck } from '../history-lists.ts'

export function LedgerPage() {
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
          <p className={styles['reserved']}>
            {text('billing.available')}
            {credits !== null && credits.held > 0 && ` · ${text('billing.reservedShort', { points: formatNumber(credits.held) })}`}
          </p>
        </div>
        <Button variant="primary" icon="gem" aria-haspopup="dialog" onClick={() => openCredits()}>
          {text('billing.buy')}
        </Button>
      </header>
      <LedgerView />
    </div>
  )
}

export function LedgerView() {
  const text = useText()
  const ledger = useLedger()
  const check = useLedgerCheck(ledger)
  const [filter, setFilter] = useState<LedgerFilter>('all')
  const { items, status, problem, answeredAtMs } = ledger
  if (status === 'failed') return <ListFailed problem={problem} onRetry={() => void ledgerList.load()} />
  if (status === 'waiting') return <ListLoading />
  if (items.length === 0) return <StateNote icon="gem" title={text('billing.ledger.empty')} hint={text('billing.ledger.emptyHint')} />
  const shownEntries = items.filter((entry) => matchesFilter(entry, filter))
  return (
    <div className={styles['view']}>
      {status === 'stored' && answeredAtMs !== null && <StoredMark answeredAtMs={answeredAtMs} />}
      <LedgerCheckNote check={check} ledger={ledger} />
      <div className={styles['bar']}>
        <div className={styles['filter']}>
          <Segmented
            label={text('billing.filter.label')}
            isInline
            options={LEDGER_FILTERS.map((value) => ({ value, label: text(`billing.filter.${value}`) }))}
            value={filter}
            onValue={setFilter}
          />
        </div>
        <LedgerExport />
      </div>
      {shownEntries.length === 0 ? (
        <p className={styles['none']}>{text(ledger.hasNext ? 'billing.filter.noneYet' : 'billing.filter.none')}</p>
      ) : (
        <ol className={styles['list']} aria-label={text('billing.ledger.title')}>
          {shownEntries.map((entry) => (
            <RowBoundary key={entry.id} row={entry}>
              <LedgerRow entry={entry} />
            </RowBoundary>
          ))}
        </ol>
      )}
      <ListEnd state={ledger} list={ledgerList} />
    </div>
  )
}

/** A button that saves the whole ledger as a file. Pages that are not loaded yet are loaded first. */
function LedgerExport() {
  const text = useText()
  const [isBusy, setBusy] = useState(false)
  const saveLedger = async () => {
    endToast('ledger-export')
    setBusy(true)
    while (ledgerState.hasNext && ledgerState.status === 'ready' && ledgerState.problem === null) await ledgerList.more()
    setBusy(false)
    const { items, problem } = snapshot(ledgerState)
    if (problem === null) saveFile(new Blob([ledgerCsv(items)], { type: 'text/csv' }), 'kinora-points.csv')
    else
      void showToast(
        { id: 'ledger-export', color: 'error', title: text('billing.export.failed'), description: loadFailureText({ code: problem }) },
        'money',
      )
  }
  return (
    <Button variant="plain" icon="download" isBusy={isBusy} onClick={() => void saveLedger()}>
      {text('billing.export')}
    </Button>
  )
}
