import type { ReactElement } from 'react'
import { Link } from 'wouter'
import type { Receipt } from '#shared/api/payments.ts'
import { paymentMethodName } from '#shared/domain/payment-methods.ts'
import { dateAndTime } from '#shared/domain/relative-time.ts'
import { formatMoney } from '#src/lib/format-money.ts'
import { formatDate } from '#src/lib/format.ts'
import { formatNumber } from '#src/lib/format-number.ts'
import { useText } from '#src/lib/i18n.ts'
import { linkTo } from '#src/lib/routes.ts'
import { buttonClass } from '#src/ui/button-class.ts'
import { Button } from '#src/ui/button.tsx'
import styles from './receipt-view.module.css'

/** One sheet of paper: who paid what, for which time, by which means. */
export function ReceiptView({ receipt }: { readonly receipt: Receipt }): ReactElement {
  const text = useText()
  const money = (cents: number) => formatMoney(cents, receipt.currencyCode)
  return (
    <div className={styles['page']}>
      <article className={styles['paper']} aria-labelledby="receipt-title">
        <header className={styles['head']}>
          <p className={styles['brand']}>{text('app.name')}</p>
          <h1 id="receipt-title" className={styles['title']}>
            {text('billing.receipt.title')}
          </h1>
        </header>
        <p className={styles['amount']}>{money(receipt.paidAmount)}</p>
        <p className={styles['paid']}>{text('billing.receipt.paid', { time: dateAndTime(receipt.occurredAt) })}</p>
        <dl className={styles['facts']}>
          {factsOf(receipt, text, money).map(([key, value]) => (
            <div key={key}>
              <dt>{text(`billing.receipt.${key}`)}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <dl className={styles['sum']}>
          <div>
            <dt>{receipt.itemName}</dt>
            <dd>{money(receipt.paidAmount)}</dd>
          </div>
          {receipt.refundedAmount > 0 && (
            <div>
              <dt>{text('billing.history.refunded')}</dt>
              <dd>{money(-receipt.refundedAmount)}</dd>
            </div>
          )}
          <div data-total>
            <dt>{text('billing.receipt.total')}</dt>
            <dd>{money(receipt.paidAmount - receipt.refundedAmount)}</dd>
          </div>
        </dl>
      </article>
      <div className={styles['actions']} data-screen-only>
        <Button look="primary" onClick={() => print()}>
          {text('billing.receipt.print')}
        </Button>
        <Link href={linkTo('ledger')} className={buttonClass('plain')}>
          {text('billing.receipt.back')}
        </Link>
      </div>
    </div>
  )
}

type Fact = readonly [key: string, value: string]

function factsOf(receipt: Receipt, text: ReturnType<typeof useText>, money: (cents: number) => string): readonly Fact[] {
  const { name, email, itemName, points, period, paymentMethod, currencyCode, paidAmount, id, orderId } = receipt
  const facts: readonly (Fact | false)[] = [
    ['who', [name, email].filter(Boolean).join(', ')],
    ['what', itemName],
    period !== null && ['period', text('billing.receipt.fromTo', { from: formatDate(period.startsAt), to: formatDate(period.endsAt) })],
    points > 0 && ['points', formatNumber(points)],
    ['method', paidAmount === 0 ? text('billing.receipt.free') : paymentMethodName(paymentMethod)],
    ['currency', `${money(paidAmount)} ${currencyCode}`],
    ['number', id],
    ['order', orderId],
  ]
  return facts.filter((fact) => fact !== false)
}
