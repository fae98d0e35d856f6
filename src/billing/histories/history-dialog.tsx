import { RowBoundary } from '#src/design/row-boundary.tsx'
import { useEffect, useState } from 'react'
import { Link, linkToReceipt } from '#src/routing/routes.ts'
import { ALL_INVOICES_ADDRESS } from '#shared/api/invoices.ts'
import type { Transaction, TransactionType } from '#shared/api/payments.ts'
import { ACTIVE_SUBSCRIPTION_STATUS } from '#shared/domain/membership-terms.ts'
import { hubState, useSnapshot } from '#src/store/state.ts'
import { useText, formatNumber } from '#src/i18n/i18n.ts'
import { track } from '#src/reporting/track.ts'
import { Button } from '#src/design/button.tsx'
import { Dialog } from '#src/design/dialog.tsx'
import { StateNote } from '#src/design/state-note.tsx'
import { dateAndTime } from '#shared/domain/relative-time.ts'
import { durationLabel } from '#shared/domain/duration-label.ts'
import { paymentMethodName } from '#shared/domain/payment-methods.ts'
import { buttonClass } from '#src/design/button-class.ts'
import { Chip } from '#src/design/chip.tsx'
import { Icon } from '#src/design/icon.tsx'
import { CancelDialog, useCancellation } from '../cancel-dialog.tsx'
import { billingDialogs, closeHistory } from '../billing-dialogs.ts'
import { formatMoney } from '#shared/domain/currencies.ts'
import styles from './history-dialog.module.css'
import { type PagedState, useLoaded } from '../paged-list.ts'
import { ListEnd, ListFailed, ListLoading, StoredMark } from '../list-notes.tsx'
import { HISTORIES } from '../history-lists.ts'

export function HistoryDialog() {
  const text = useText()
  const { historyType } = useSnapshot(billingDialogs)
  if (historyType === null) return null
  return (
    <Dialog shape="sheet" title={text(`billing.history.${historyType}`)} closeLabel={text('dialog.close')} onClose={closeHistory}>
      <HistoryRows key={historyType} type={historyType} />
    </Dialog>
  )
}

/** The payments of one type, newest first. The first one is expanded. */
function HistoryRows({ type }: { readonly type: TransactionType }) {
  const text = useText()
  const { list, state } = HISTORIES[type]
  const listState = useSnapshot(state) as Readonly<PagedState<Transaction>>
  const { identity, connection, billing } = useSnapshot(hubState)
  const [cancellingOrderId, setCancellingOrderId] = useState<string | null>(null)
  const cancellation = useCancellation()
  useLoaded(list, listState, [identity?.businessUserId, connection.isOnline, billing.historyVersion].join('/'))
  useEffect(() => {
    if (type === 'SUBSCRIPTION') track('subscription_history_open', {})
  }, [type])
  const { items, status, problem, answeredAtMs } = listState
  const failedTitle = type === 'SUBSCRIPTION' ? { titleKey: 'billing.history.planFailed' } : {}
  if (status === 'failed') return <ListFailed {...failedTitle} problem={problem} onRetry={() => void list.load()} />
  if (status === 'waiting') return <ListLoading />
  if (items.length === 0) return <StateNote icon="gem" title={text(`billing.history.empty.${type}`)} />
  return (
    <>
      {status === 'stored' && answeredAtMs !== null && <StoredMark answeredAtMs={answeredAtMs} />}
      <ol>
        {items.map((row, index) => (
          <RowBoundary key={row.id} row={row}>
            <HistoryRow row={row} isOpen={index === 0} onLeave={closeHistory}>
              {row.status === ACTIVE_SUBSCRIPTION_STATUS && status === 'ready' && (
                <Button variant="plain" aria-haspopup="dialog" onClick={() => setCancellingOrderId(row.orderId)}>
                  {text('billing.cancel.open')}
                </Button>
              )}
            </HistoryRow>
          </RowBoundary>
        ))}
      </ol>
      <ListEnd state={listState} list={list} />
      {status === 'ready' && items.some(({ paidAmount }) => paidAmount > 0) && (
        <a href={ALL_INVOICES_ADDRESS} download className={buttonClass('plain')}>
          <Icon name="download" size="s" />
          {text('billing.history.documents')}
        </a>
      )}
      {cancellingOrderId !== null && (
        <CancelDialog orderId={cancellingOrderId} cancellation={cancellation} onClose={() => setCancellingOrderId(null)} />
      )}
    </>
  )
}

interface HistoryRowProps {
  readonly row: Transaction
  readonly isOpen: boolean
  readonly onLeave: () => void
  /** More actions beside the link to the receipt. */
  readonly children?: React.ReactNode
}

/** A payment: name, date and amount, with details that can be expanded. */
export function HistoryRow({ row, isOpen, onLeave, children }: HistoryRowProps) {
  const text = useText()
  const { id, orderId, status, skuType, pointAmount, occurredAt, paymentMethod, currencyCode, paidAmount, refundedAmount = 0 } = row
  const itemText =
    pointAmount === undefined ? durationLabel(skuType ?? -1) : text('billing.history.points', { points: formatNumber(pointAmount) })
  return (
    <li>
      <details className={styles['row']} open={isOpen}>
        <summary className={styles['summary']}>
          <span className={styles['what']}>
            {itemText}
            {status !== undefined && (
              <Chip tone={status === ACTIVE_SUBSCRIPTION_STATUS ? 'accent' : 'plain'}>
                {text(status === ACTIVE_SUBSCRIPTION_STATUS ? 'billing.status.active' : 'billing.status.cancelled')}
              </Chip>
            )}
          </span>
          <span className={styles['paid']}>{formatMoney(paidAmount, currencyCode)}</span>
          <span className={styles['when']}>{dateAndTime(occurredAt)}</span>
          <Icon name="chevron" size="s" />
        </summary>
        <dl className={styles['facts']}>
          <dt>{text('billing.history.method')}</dt>
          <dd>{paymentMethodName(paymentMethod)}</dd>
          {refundedAmount > 0 && (
            <>
              <dt>{text('billing.history.refunded')}</dt>
              <dd>{formatMoney(refundedAmount, currencyCode)}</dd>
            </>
          )}
          <dt>{text('billing.history.order')}</dt>
          <dd className={styles['id']}>{orderId}</dd>
        </dl>
        <div className={styles['actions']}>
          <Link href={linkToReceipt(id)} className={buttonClass('quiet')} onClick={onLeave}>
            {text('billing.receipt.open')}
          </Link>
          {children}
        </div>
      </details>
    </li>
  )
}
