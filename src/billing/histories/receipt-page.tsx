import { useEffect, useEffectEvent, useState } from 'react'
import { Link, linkTo, useLocation } from '#src/routing/routes.ts'
import { loadFailureText, useText, formatNumber } from '#src/i18n/i18n.ts'
import { formatDate } from '#src/i18n/format-date.ts'
import { hubState, useSnapshot } from '#src/store/state.ts'
import { openLogin } from '#src/account/login-dialog-state.ts'
import { storedBusinessUserId } from '#src/store/cookies.ts'
import { buttonClass } from '#src/design/button-class.ts'
import { Button } from '#src/design/button.tsx'
import { StateNote } from '#src/design/state-note.tsx'
import { type InvoiceDocument, invoiceAddress } from '#shared/api/invoices.ts'
import { type Receipt, getReceipt } from '#shared/api/payments.ts'
import { ROUTES } from '#shared/domain/screens.ts'
import { taxRateText } from '#shared/domain/invoice-rules.ts'
import { paymentMethodName } from '#shared/domain/payment-methods.ts'
import { dateAndTime, isoDay } from '#shared/domain/relative-time.ts'
import type { AppErrorCode } from '#shared/result.ts'
import { api } from '#src/hub-client/api.ts'
import { formatMoney } from '#shared/domain/currencies.ts'
import { RefundSection } from '../refunds/refund-section.tsx'
import styles from './receipt-page.module.css'
import { ListLoading } from '../list-notes.tsx'

export function ReceiptPage() {
  const text = useText()
  const [path] = useLocation()
  const { identity } = useSnapshot(hubState)
  const { state, retry } = useReceipt(receiptIdOf(path), identity?.businessUserId ?? storedBusinessUserId())
  if (state.kind === 'there') return <ReceiptView receipt={state.receipt} onChange={retry} />
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
        <StateNote icon="alert" isError title={text('billing.receipt.failed')} hint={loadFailureText({ code: state.code })}>
          {state.code === 'H3009' ? (
            <Button variant="primary" aria-haspopup="dialog" onClick={() => void openLogin().then((isLoggedIn) => isLoggedIn && retry())}>
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

/** The receipt's id from the screen's address; '' if the id can't be decoded. */
function receiptIdOf(path: string): string {
  try {
    return decodeURIComponent(path.slice(ROUTES.receipt.length - 1))
  } catch {
    return ''
  }
}

interface ReceiptViewProps {
  readonly receipt: Receipt
  /** Loads the receipt again. */
  readonly onChange: () => void
}

/** A receipt that can be printed: payer, product, period and payment method, with its invoice and credit notes. */
export function ReceiptView({ receipt, onChange }: ReceiptViewProps) {
  const text = useText()
  const formatCents = (cents: number) => formatMoney(cents, receipt.currencyCode)
  const [invoice, ...creditNotes] = receipt.documents
  return (
    <div className={styles['page']}>
      <article className={styles['paper']} aria-labelledby="receipt-title">
        <header className={styles['head']}>
          <p className={styles['brand']}>{text('app.name')}</p>
          <h1 id="receipt-title" className={styles['title']}>
            {text('billing.receipt.title')}
          </h1>
        </header>
        <p className={styles['amount']}>{formatCents(receipt.paidAmount)}</p>
        <p className={styles['paid']}>{text('billing.receipt.paid', { time: dateAndTime(receipt.occurredAt) })}</p>
        {invoice !== undefined && (
          <div className={styles['parties']}>
            <Party title={text('billing.invoice.seller')} party={invoice.seller} />
            <Party title={text('billing.invoice.payer')} party={invoice.payer} />
          </div>
        )}
        <dl className={styles['facts']}>
          {factsOf(receipt, text, formatCents).map(([key, value]) => (
            <div key={key}>
              <dt>{text(`billing.receipt.${key}`)}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <dl className={styles['sum']}>
          <div>
            <dt>{receipt.itemName}</dt>
            <dd>{formatCents(receipt.paidAmount + (receipt.credit?.amount ?? 0) + (receipt.discount?.amount ?? 0))}</dd>
          </div>
          {[receipt.credit, receipt.discount].map(
            (reduction) =>
              reduction !== null && (
                <div key={reduction.itemName}>
                  <dt>{reduction.itemName}</dt>
                  <dd>{formatCents(-reduction.amount)}</dd>
                </div>
              ),
          )}
          {invoice !== undefined && <TaxRows invoice={invoice} formatCents={formatCents} />}
          {creditNotes.map(({ id, number, grossAmount }) => (
            <div key={id}>
              <dt>{text('billing.invoice.creditNote', { number })}</dt>
              <dd>{formatCents(-grossAmount)}</dd>
            </div>
          ))}
          {creditNotes.length === 0 && receipt.refundedAmount > 0 && (
            <div>
              <dt>{text('billing.history.refunded')}</dt>
              <dd>{formatCents(-receipt.refundedAmount)}</dd>
            </div>
          )}
          <div data-total>
            <dt>{text('billing.receipt.total')}</dt>
            <dd>{formatCents(receipt.paidAmount - receipt.refundedAmount)}</dd>
          </div>
        </dl>
        {invoice?.taxRate === null && <p className={styles['note']}>{text('billing.invoice.noTax')}</p>}
      </article>
      <div className={styles['actions']} data-screen-only>
        <Button variant="primary" onClick={() => print()}>
          {text('billing.receipt.print')}
        </Button>
        {receipt.documents.map(({ id, kind, number }) => (
          <a key={id} href={invoiceAddress(id)} download={`${number}.pdf`} className={buttonClass('quiet')}>
            {text(`billing.invoice.pdf.${kind}`, { number })}
          </a>
        ))}
        <Link href={linkTo('ledger')} className={buttonClass('plain')}>
          {text('billing.receipt.back')}
        </Link>
      </div>
      <RefundSection receipt={receipt} onChange={onChange} />
    </div>
  )
}

function Party({ title, party }: { readonly title: string; readonly party: InvoiceDocument['seller'] }) {
  const text = useText()
  const { name, address, taxNumber } = party
  return (
    <section aria-label={title}>
      <h2 className={styles['party']}>{title}</h2>
      {name !== '' && <p className={styles['name']}>{name}</p>}
      {address !== '' && <p className={styles['address']}>{address}</p>}
      {taxNumber !== '' && <p>{text('billing.invoice.taxNumber', { number: taxNumber })}</p>}
    </section>
  )
}

interface TaxRowsProps {
  readonly invoice: InvoiceDocument
  readonly formatCents: (cents: number) => string
}

function TaxRows({ invoice: { taxRate, netAmount, taxAmount }, formatCents }: TaxRowsProps) {
  const text = useText()
  if (taxRate === null) return null
  return (
    <>
      <div>
        <dt>{text('billing.invoice.net')}</dt>
        <dd>{formatCents(netAmount)}</dd>
      </div>
      <div>
        <dt>{text('billing.invoice.tax', { rate: taxRateText(taxRate) })}</dt>
        <dd>{formatCents(taxAmount)}</dd>
      </div>
    </>
  )
}

type Fact = readonly [key: string, value: string]

function factsOf(receipt: Receipt, text: ReturnType<typeof useText>, formatCents: (cents: number) => string): readonly Fact[] {
  const { name, email, itemName, points, period, paymentMethod, currencyCode, paidAmount, id, orderId, documents } = receipt
  const [invoice] = documents
  const facts: readonly (Fact | false)[] = [
    invoice !== undefined && ['invoice', invoice.number],
    invoice !== undefined && ['issued', utcDay(invoice.issuedAt)],
    ['who', [name, email].filter(Boolean).join(', ')],
    ['what', itemName],
    period !== null && ['period', text('billing.receipt.fromTo', { from: formatDate(period.startsAt), to: formatDate(period.endsAt) })],
    points > 0 && ['points', formatNumber(points)],
    ['method', paidAmount === 0 ? text('billing.receipt.free') : paymentMethodName(paymentMethod)],
    ['currency', `${formatCents(paidAmount)} ${currencyCode}`],
    ['number', id],
    ['order', orderId],
  ]
  return facts.filter((fact) => fact !== false)
}

/** A day as on the document, the same in every time zone: '2026-11-21 (UTC)'. */
function utcDay(atMs: number): string {
  return `${isoDay(atMs)} (UTC)`
}

export type ReceiptState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'there'; readonly receipt: Receipt }
  | { readonly kind: 'missing' }
  | { readonly kind: 'failed'; readonly code: AppErrorCode }

/** The server's error codes for a receipt that does not exist or belongs to another account. */
const MISSING_CODES: ReadonlySet<AppErrorCode> = new Set<AppErrorCode>(['H3000', 'H3001', 'H4001', 'H4023'])

/** The state for a visitor. Visitors have no receipts, so nothing is requested. */
const VISITOR_STATE: ReceiptState = { kind: 'failed', code: 'H3009' }

/**
 * The receipt of a payment. It is loaded again when `account` changes ('' for a visitor) and by `retry`. A loaded receipt stays visible
 * during a retry, and after a failed retry unless the session has expired.
 */
export function useReceipt(id: string, account: string): { readonly state: ReceiptState; readonly retry: () => void } {
  const [tryCount, setTryCount] = useState(0)
  const receiptKey = `${id}/${account}`
  const requestKey = `${receiptKey}/${tryCount}`
  const [outcome, setOutcome] = useState<{ readonly requestKey: string; readonly receiptKey: string; readonly state: ReceiptState } | null>(
    null,
  )
  const setResult = useEffectEvent((answeredKey: string, state: ReceiptState) => {
    if (answeredKey !== requestKey) return
    const isReceiptStillShown =
      state.kind === 'failed' && state.code !== 'H3009' && outcome?.receiptKey === receiptKey && outcome.state.kind === 'there'
    setOutcome({ requestKey, receiptKey, state: isReceiptStillShown ? outcome.state : state })
  })
  const isVisitor = account === ''
  useEffect(() => {
    if (!isVisitor) void readReceipt(id).then((state) => setResult(requestKey, state))
  }, [id, requestKey, isVisitor])
  const hasOutcome = outcome?.requestKey === requestKey || (outcome?.receiptKey === receiptKey && outcome.state.kind === 'there')
  const state: ReceiptState = outcome !== null && hasOutcome ? outcome.state : { kind: 'loading' }
  return { state: isVisitor ? VISITOR_STATE : state, retry: () => setTryCount(tryCount + 1) }
}

async function readReceipt(id: string): Promise<ReceiptState> {
  const answer = await api.call(getReceipt, { id })
  if (answer.ok) return { kind: 'there', receipt: answer.value }
  return MISSING_CODES.has(answer.error.code) ? { kind: 'missing' } : { kind: 'failed', code: answer.error.code }
}
