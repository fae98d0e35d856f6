import type { ReactElement } from 'react'
import type { LedgerFilter } from './ledger-kinds.ts'
import { useState } from 'react'
import { ListEnd } from '#src/features/billing/paging/list-end.tsx'
import { ListFailed, ListLoading } from '#src/features/billing/paging/list-note.tsx'
import { StoredMark } from '#src/features/billing/paging/stored-mark.tsx'
import { useText } from '#src/lib/i18n.ts'
import { Segmented } from '#src/ui/segmented.tsx'
import { StateNote } from '#src/ui/state-note.tsx'
import { errorText } from '#src/lib/error-text.ts'
import { saveFile } from '#src/lib/save-file.ts'
import { snapshot } from '#src/lib/state.ts'
import { Button } from '#src/ui/button.tsx'
import { showToast } from '#src/ui/toast.ts'
import { LedgerCheckNote } from './ledger-check-note.tsx'
import { LEDGER_FILTERS, matchesFilter } from './ledger-kinds.ts'
import { ledgerList, ledgerState } from './ledger-list.ts'
import { LedgerRow } from './ledger-row.tsx'
import styles from './ledger-view.module.css'
import { useLedger, useLedgerCheck } from './use-ledger.ts'
import { ledgerCsv } from './ledger-csv.ts'

/** Every movement of points there was, and the proof that they make the balance. */
export function LedgerView(): ReactElement {
  const text = useText()
  const ledger = useLedger()
  const check = useLedgerCheck(ledger)
  const [filter, setFilter] = useState<LedgerFilter>('all')
  const { items, status, problem, toldAtMs } = ledger
  if (status === 'failed') return <ListFailed problem={problem} onRetry={() => void ledgerList.load()} />
  if (status === 'waiting') return <ListLoading />
  if (items.length === 0) return <StateNote icon="gem" title={text('billing.ledger.empty')} hint={text('billing.ledger.emptyHint')} />
  const shown = items.filter((entry) => matchesFilter(entry, filter))
  return (
    <div className={styles['view']}>
      {status === 'stored' && toldAtMs !== null && <StoredMark toldAtMs={toldAtMs} />}
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
      {shown.length === 0 ? (
        <p className={styles['none']}>{text(ledger.hasNext ? 'billing.filter.noneYet' : 'billing.filter.none')}</p>
      ) : (
        <ol className={styles['list']} aria-label={text('billing.ledger.title')}>
          {shown.map((entry) => (
            <LedgerRow key={entry.id} entry={entry} />
          ))}
        </ol>
      )}
      <ListEnd state={ledger} list={ledgerList} />
    </div>
  )
}

/** The whole ledger as a file: what is not loaded yet is loaded first. */
function LedgerExport(): ReactElement {
  const text = useText()
  const [isBusy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    while (ledgerState.hasNext && ledgerState.status === 'ready' && ledgerState.problem === null) await ledgerList.more()
    setBusy(false)
    const { items, problem } = snapshot(ledgerState)
    if (problem === null) saveFile(new Blob([ledgerCsv(items)], { type: 'text/csv' }), 'kinora-points.csv')
    else
      void showToast(
        { id: 'ledger-export', color: 'error', title: text('billing.export.failed'), description: errorText(problem) },
        'money',
      )
  }
  return (
    <Button look="plain" icon="download" isBusy={isBusy} onClick={() => void save()}>
      {text('billing.export')}
    </Button>
  )
}
