import { RowBoundary } from '#src/design/row-boundary.tsx'
import { useState } from 'react'
import { Link, linkTo } from '#src/routing/routes.ts'
import type { RefundRequest } from '#shared/api/refunds.ts'
import { dateAndTime } from '#shared/domain/relative-time.ts'
import { Button } from '#src/design/button.tsx'
import { buttonClass } from '#src/design/button-class.ts'
import { errorText, formatNumber, useText } from '#src/i18n/i18n.ts'
import { formatMoney } from '#shared/domain/currencies.ts'
import { RefundDialog, type RefundableReceipt } from './refund-dialog.tsx'
import styles from './refunds.module.css'

interface RefundSectionProps {
  readonly receipt: RefundableReceipt
  /** Loads the receipt again. */
  readonly onChange: () => void
}

/** The refund of a payment: its state, or a button to request one. */
export function RefundSection({ receipt, onChange }: RefundSectionProps) {
  const text = useText()
  const [isOpen, setOpen] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const { offer, isLimited, requests } = receipt.refunds
  if (offer === null && !isLimited && requests.length === 0) return null
  return (
    <section className={styles['section']} aria-labelledby="refund-title" data-screen-only>
      <h2 id="refund-title" className={styles['head']}>
        {text('billing.refund.section')}
      </h2>
      <ul className={styles['requests']} aria-live="polite">
        {requests.map((request) => (
          <RowBoundary key={request.id} row={request}>
            <RequestLine request={request} currencyCode={receipt.currencyCode} onChange={onChange} />
          </RowBoundary>
        ))}
      </ul>
      {isLimited && <p className={styles['note']}>{errorText('H4041')}</p>}
      {offer !== null && (
        <>
          <p className={styles['note']}>
            {text('billing.refund.offer', { amount: formatMoney(offer.amount, receipt.currencyCode), points: formatNumber(offer.points) })}
          </p>
          <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
            {text('billing.refund.open')}
          </Button>
          {isOpen && (
            <RefundDialog
              receipt={receipt}
              offer={offer}
              isBusy={isBusy}
              onBusy={setBusy}
              onChange={onChange}
              onClose={() => setOpen(false)}
            />
          )}
        </>
      )}
    </section>
  )
}

interface RequestLineProps {
  readonly request: RefundRequest
  readonly currencyCode: string
  readonly onChange: () => void
}

function RequestLine({ request, currencyCode, onChange }: RequestLineProps) {
  const text = useText()
  const { state, amount, points, requestedAt, settledAt } = request
  const facts = {
    amount: formatMoney(amount, currencyCode),
    points: formatNumber(points),
    time: dateAndTime(settledAt ?? requestedAt),
  }
  return (
    <li className={styles['request']} data-state={state}>
      <p className={styles['state']}>{text(`billing.refund.state.${state}`)}</p>
      <p className={styles['note']}>{text(`billing.refund.detail.${state}`, facts)}</p>
      {state === 'requested' && (
        <Button icon="retry" onClick={onChange}>
          {text('billing.refund.check')}
        </Button>
      )}
      {state === 'refused' && (
        <Link href={linkTo('support')} className={buttonClass('quiet')}>
          {text('billing.refund.support')}
        </Link>
      )}
    </li>
  )
}
