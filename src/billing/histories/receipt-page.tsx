import { type ReactElement, useEffect, useEffectEvent, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { errorText } from '#src/platform/error-text.ts'
import { hubState } from '#src/platform/hub-state.ts'
import { useText } from '#src/platform/i18n.ts'
import { openLogin } from '#src/account/sign-in/login-dialog-state.ts'
import { linkTo, receiptIdOf } from '#src/platform/routes.ts'
import { useSnapshot } from '#src/platform/state.ts'
import { storedBusinessUserId } from '#src/platform/cookies.ts'
import { buttonClass } from '#src/design/button-class.ts'
import { Button } from '#src/design/button.tsx'
import { StateNote } from '#src/design/state-note.tsx'
import { type Receipt, getReceipt } from '#shared/api/payments.ts'
import { paymentMethodName } from '#shared/domain/payment-methods.ts'
import { dateAndTime } from '#shared/domain/relative-time.ts'
import { formatDate } from '#src/platform/format.ts'
import { formatNumber } from '#src/platform/format-number.ts'
import type { AppErrorCode } from '#shared/app-error.ts'
import { api } from '#src/platform/api.ts'
import { formatMoney } from '../format-money.ts'
import styles from './receipt-page.module.css'
import { ListLoading } from './list-notes.tsx'

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

/** A receipt for printing: payer, product, period and payment method. */
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

export type ReceiptState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'there'; readonly receipt: Receipt }
  | { readonly kind: 'missing' }
  | { readonly kind: 'failed'; readonly code: AppErrorCode }

/** The server's codes for an unknown receipt or another account's. */
const MISSING: ReadonlySet<AppErrorCode> = new Set<AppErrorCode>(['H3000', 'H3001', 'H4001', 'H4023'])

/** Visitors have no receipts, so no request is made. */
const FOR_ACCOUNTS: ReceiptState = { kind: 'failed', code: 'H3009' }

/** The receipt of a payment, reloaded when `account` changes; '' for a visitor. */
export function useReceipt(id: string, account: string): { readonly state: ReceiptState; readonly retry: () => void } {
  const [tries, setTries] = useState(0)
  const key = `${id}/${account}/${tries}`
  const [told, setTold] = useState<{ readonly key: string; readonly state: ReceiptState } | null>(null)
  const tell = useEffectEvent((asked: string, state: ReceiptState) => asked === key && setTold({ key, state }))
  const isVisitor = account === ''
  useEffect(() => {
    if (!isVisitor) void readReceipt(id).then((state) => tell(key, state))
  }, [id, key, isVisitor])
  const state: ReceiptState = told?.key === key ? told.state : { kind: 'loading' }
  return { state: isVisitor ? FOR_ACCOUNTS : state, retry: () => setTries(tries + 1) }
}

async function readReceipt(id: string): Promise<ReceiptState> {
  const answer = await api.call(getReceipt, { id })
  if (answer.ok) return { kind: 'there', receipt: answer.value }
  return MISSING.has(answer.error.code) ? { kind: 'missing' } : { kind: 'failed', code: answer.error.code }
}
