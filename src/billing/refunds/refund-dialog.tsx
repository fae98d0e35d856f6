import { useState } from 'react'
import { type ReceiptRefunds, type RefundOffer, requestRefund } from '#shared/api/refunds.ts'
import type { Receipt } from '#shared/api/payments.ts'
import { type RefundReason, type RefundState, REFUND_REASONS } from '#shared/domain/refund-rules.ts'
import type { ToastContent } from '#shared/domain/toast-rules.ts'
import { formatMoney } from '#shared/domain/currencies.ts'
import type { CallData } from '#shared/api/define-call.ts'
import type { AppError, Result } from '#shared/result.ts'
import { Button } from '#src/design/button.tsx'
import { Dialog } from '#src/design/dialog.tsx'
import { SelectField } from '#src/design/select-field.tsx'
import { showToast } from '#src/design/toast.ts'
import { api } from '#src/hub-client/api.ts'
import { failureText, formatNumber, text, useText } from '#src/i18n/i18n.ts'
import { hub } from '#src/hub-client/hub-client.ts'
import { hubState, useSnapshot } from '#src/store/state.ts'
import { rereadSubscription } from '../subscription.ts'
import styles from './refunds.module.css'
import { createAttempts } from '../create-attempts.ts'

const refundRequester = createRefund({
  request: ({ id, reason, offer: { amount, points } }, idempotencyKey) =>
    api.call(requestRefund, { id, reason, amount, points }, { idempotencyKey }),
  refreshAccount: () => hub.api.refreshAccount(),
  makeKey: () => crypto.randomUUID(),
})

export type RefundableReceipt = Pick<Receipt, 'id' | 'itemName' | 'currencyCode'> & { readonly refunds: ReceiptRefunds }

interface RefundDialogProps {
  readonly receipt: RefundableReceipt
  readonly offer: RefundOffer
  /** Whether a refund request is running. A dialog that is closed by now may have sent it. */
  readonly isBusy: boolean
  readonly onBusy: (isBusy: boolean) => void
  readonly onChange: () => void
  readonly onClose: () => void
}

/** Shows the refund and the points that it costs before the user requests it. */
export function RefundDialog({ receipt, offer, isBusy, onBusy, onChange, onClose }: RefundDialogProps) {
  const text = useText()
  const { isOnline } = useSnapshot(hubState).connection
  const [reason, setReason] = useState<RefundReason>(REFUND_REASONS[0])
  const amountText = formatMoney(offer.amount, receipt.currencyCode)
  const confirm = async () => {
    const note = await refundRequester.ask({ id: receipt.id, reason, offer }, onBusy)
    if (note === null) return
    onChange()
    if (offer.endsPlan) rereadSubscription()
    void showToast({ id: 'refund', ...noteContent(note, amountText) }, 'money')
    if (note.kind !== 'changed' && note.kind !== 'unknown') onClose()
  }
  return (
    <Dialog title={text('billing.refund.title')} closeLabel={text('dialog.close')} onClose={onClose}>
      <p className={styles['item']}>{receipt.itemName}</p>
      <dl className={styles['amounts']}>
        <div data-total>
          <dt>{text('billing.refund.amount')}</dt>
          <dd>{amountText}</dd>
        </div>
        <div>
          <dt>{text('billing.refund.points')}</dt>
          <dd>{formatNumber(offer.points)}</dd>
        </div>
        {offer.spentPoints > 0 && (
          <div>
            <dt>{text('billing.refund.spent')}</dt>
            <dd>{formatNumber(offer.spentPoints)}</dd>
          </div>
        )}
      </dl>
      <p className={styles['note']}>{text(offer.spentPoints > 0 ? 'billing.refund.part' : 'billing.refund.whole')}</p>
      {offer.endsPlan && <p className={styles['note']}>{text('billing.refund.plan')}</p>}
      <div className={styles['reason']}>
        <SelectField
          label={text('billing.refund.reason')}
          options={REFUND_REASONS.map((value) => ({ value, label: text(`billing.refund.reason.${value}`) }))}
          value={reason}
          onValue={setReason}
        />
      </div>
      {!isOnline && <output className={styles['offline']}>{text('billing.refund.offline')}</output>}
      <div className={styles['actions']}>
        <Button onClick={onClose}>{text('billing.refund.cancel')}</Button>
        <Button variant="primary" isBusy={isBusy} disabled={!isOnline} onClick={() => void confirm()}>
          {text('billing.refund.confirm', { amount: amountText })}
        </Button>
      </div>
    </Dialog>
  )
}

/** The toast about a refund: the outcome and the amount. If the outcome is unknown, the toast stays until the user dismisses it. */
function noteContent(note: RefundNote, amount: string): ToastContent {
  switch (note.kind) {
    case 'refunded':
      return { color: 'success', title: text('billing.refund.note.refunded', { amount }) }
    case 'requested':
      return { color: 'info', title: text('billing.refund.note.requested', { amount }) }
    case 'changed':
      return { color: 'info', title: text('billing.refund.note.changed') }
    case 'unknown':
      return { color: 'info', title: text('billing.refund.note.unknown'), durationMs: Number.POSITIVE_INFINITY }
    case 'refused':
      return { color: 'error', title: text('billing.refund.note.refused', { amount }) }
    case 'failed':
      return { color: 'error', title: text('billing.refund.note.failed'), description: failureText(note.error) }
  }
}

interface RefundInput {
  /** The receipt's id. */
  readonly id: string
  readonly reason: RefundReason
  /** The amounts that the user saw. */
  readonly offer: Pick<RefundOffer, 'amount' | 'points'>
}

/** `changed`: the amounts have changed, and nothing was requested. `unknown`: the server did not answer, or had a temporary error. */
type RefundNote = { readonly kind: RefundState | 'changed' | 'unknown' } | { readonly kind: 'failed'; readonly error: AppError }

interface RefundDeps {
  readonly request: (input: RefundInput, key: string) => Promise<Result<CallData<typeof requestRefund>>>
  readonly refreshAccount: () => Promise<unknown>
  readonly makeKey: () => string
}

/** Requests refunds, one at a time. After a lost answer, a request with the same reason and amounts repeats the first request. */
export function createRefund({ request, ...deps }: RefundDeps) {
  const attempt = createAttempts(deps)
  let isRunning = false

  return {
    /** Requests a refund. Null if another request is running; that one reports its own outcome. */
    async ask(input: RefundInput, onBusy: (isBusy: boolean) => void): Promise<RefundNote | null> {
      if (isRunning) return null
      isRunning = true
      onBusy(true)
      const { id, reason, offer } = input
      const answer = await attempt(`${id} ${reason} ${offer.amount} ${offer.points}`, (key) => request(input, key))
      isRunning = false
      onBusy(false)
      if (answer.ok) return { kind: answer.value.state }
      if (answer.error.code === 'H4021') return { kind: 'changed' }
      return answer.error.retry === 'never' ? { kind: 'failed', error: answer.error } : { kind: 'unknown' }
    },
  }
}
