import type { ReactElement } from 'react'
import { useEffect, useState } from 'react'
import type { Transaction, TransactionType } from '#shared/api/payments.ts'
import type { PagedState } from '#src/features/billing/paging/create-paged-list.ts'
import { ACTIVE_STATUS } from '#shared/api/payments.ts'
import { CancelDialog } from '#src/features/billing/cancel/cancel-dialog.tsx'
import { ListEnd } from '#src/features/billing/paging/list-end.tsx'
import { ListFailed, ListLoading } from '#src/features/billing/paging/list-note.tsx'
import { StoredMark } from '#src/features/billing/paging/stored-mark.tsx'
import { useLoaded } from '#src/features/billing/paging/use-loaded.ts'
import { billingDialogs, closeHistory } from '#src/lib/billing-dialogs.ts'
import { hubState } from '#src/lib/hub-mirror.ts'
import { useText } from '#src/lib/i18n.ts'
import { useSnapshot } from '#src/lib/state.ts'
import { track } from '#src/lib/track.ts'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { StateNote } from '#src/ui/state-note.tsx'
import { HISTORIES } from './history-lists.ts'
import { HistoryRow } from './history-row.tsx'

export function HistoryDialog(): ReactElement | null {
  const text = useText()
  const { history } = useSnapshot(billingDialogs)
  if (history === null) return null
  return (
    <Dialog shape="sheet" title={text(`billing.history.${history}`)} closeLabel={text('dialog.close')} onClose={closeHistory}>
      <HistoryRows key={history} type={history} />
    </Dialog>
  )
}

/** Payments of one kind, newest first; the first one stands open. */
function HistoryRows({ type }: { readonly type: TransactionType }): ReactElement {
  const text = useText()
  const { list, state } = HISTORIES[type]
  const shown = useSnapshot(state) as Readonly<PagedState<Transaction>>
  const { identity, connection, billing } = useSnapshot(hubState)
  const [cancelling, setCancelling] = useState<string | null>(null)
  useLoaded(list, shown, [identity?.businessUserId, connection.isOnline, billing.historyVersion].join('/'))
  useEffect(() => {
    if (type === 'SUBSCRIPTION') track('subscription_history_open', {})
  }, [type])
  const { items, status, problem, toldAtMs } = shown
  if (status === 'failed') return <ListFailed problem={problem} onRetry={() => void list.load()} />
  if (status === 'waiting') return <ListLoading />
  if (items.length === 0) return <StateNote icon="gem" title={text(`billing.history.empty.${type}`)} />
  return (
    <>
      {status === 'stored' && toldAtMs !== null && <StoredMark toldAtMs={toldAtMs} />}
      <ol>
        {items.map((row, index) => (
          <HistoryRow key={row.id} row={row} isOpen={index === 0} onLeave={closeHistory}>
            {row.status === ACTIVE_STATUS && status === 'ready' && (
              <Button look="plain" aria-haspopup="dialog" onClick={() => setCancelling(row.orderId)}>
                {text('billing.cancel.open')}
              </Button>
            )}
          </HistoryRow>
        ))}
      </ol>
      <ListEnd state={shown} list={list} />
      {cancelling !== null && <CancelDialog orderId={cancelling} onClose={() => setCancelling(null)} />}
    </>
  )
}
