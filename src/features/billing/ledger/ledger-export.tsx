import type { ReactElement } from 'react'
import { useState } from 'react'
import { errorText } from '#src/lib/error-text.ts'
import { useText } from '#src/lib/i18n.ts'
import { saveFile } from '#src/lib/save-file.ts'
import { snapshot } from '#src/lib/state.ts'
import { Button } from '#src/ui/button.tsx'
import { showToast } from '#src/ui/toast.ts'
import { ledgerCsv } from './ledger-csv.ts'
import { ledgerList, ledgerState } from './ledger-list.ts'

/** The whole ledger as a file: what is not loaded yet is loaded first. */
export function LedgerExport(): ReactElement {
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
