import type { ReactElement, ReactNode } from 'react'
import { Link } from 'wouter'
import type { Transaction } from '#shared/api/payments.ts'
import { ACTIVE_STATUS } from '#shared/api/payments.ts'
import { durationLabel } from '#shared/domain/duration-label.ts'
import { paymentMethodName } from '#shared/domain/payment-methods.ts'
import { dateAndTime } from '#shared/domain/relative-time.ts'
import { formatMoney } from '#src/lib/format-money.ts'
import { formatNumber } from '#src/lib/format-number.ts'
import { useText } from '#src/lib/i18n.ts'
import { linkToReceipt } from '#src/lib/routes.ts'
import { buttonClass } from '#src/ui/button-class.ts'
import { Chip } from '#src/ui/chip.tsx'
import { Icon } from '#src/ui/icon.tsx'
import styles from './history-row.module.css'

interface HistoryRowProps {
  readonly row: Transaction
  readonly isOpen: boolean
  readonly onLeave: () => void
  /** What can be done beside reading the receipt. */
  readonly children?: ReactNode
}

/** One payment: what, when and how much at a glance, the rest on a press. */
export function HistoryRow({ row, isOpen, onLeave, children }: HistoryRowProps): ReactElement {
  const text = useText()
  const { id, orderId, status, skuType, pointAmount, occurredAt, paymentMethod, currencyCode, paidAmount, refundedAmount = 0 } = row
  const what =
    pointAmount === undefined ? durationLabel(skuType ?? -1) : text('billing.history.points', { points: formatNumber(pointAmount) })
  return (
    <li>
      <details className={styles['row']} open={isOpen}>
        <summary className={styles['summary']}>
          <span className={styles['what']}>
            {what}
            {status !== undefined && (
              <Chip tone={status === ACTIVE_STATUS ? 'accent' : 'plain'}>
                {text(status === ACTIVE_STATUS ? 'billing.status.active' : 'billing.status.cancelled')}
              </Chip>
            )}
          </span>
          <span className={styles['paid']}>{formatMoney(paidAmount, currencyCode)}</span>
          <span className={styles['when']}>{dateAndTime(occurredAt)}</span>
          <Icon name="chevron" size="s" />
        </summary>
        <dl className={styles['facts']}>
          <dt>{text('billing.history.time')}</dt>
          <dd>{dateAndTime(occurredAt)}</dd>
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
