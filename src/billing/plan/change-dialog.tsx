import { useEffect } from 'react'
import type { PlanQuote } from '#shared/api/plan-change.ts'
import type { Plan } from '#shared/domain/membership-terms.ts'
import { Button } from '#src/design/button.tsx'
import { Dialog } from '#src/design/dialog.tsx'
import { FailedNote } from '#src/design/state-note.tsx'
import { type Text, loadFailureText, formatNumber, useText } from '#src/i18n/i18n.ts'
import { formatDate } from '#src/i18n/format-date.ts'
import { hubState, useSnapshot } from '#src/store/state.ts'
import { formatMoney } from '#shared/domain/currencies.ts'
import { ListLoading } from '../list-notes.tsx'
import cancelStyles from '../cancel-dialog.module.css'
import styles from './change-dialog.module.css'
import { planChange, planChangeState } from './plan-change.ts'

interface ChangeDialogProps {
  readonly orderId: string
  readonly plan: Plan
  readonly onClose: () => void
}

/** Shows exactly what a plan change costs now and later. The user agrees to exactly these amounts. */
export function ChangeDialog({ orderId, plan, onClose }: ChangeDialogProps) {
  const text = useText()
  const { quote, problem, busyAction, isRequoted } = useSnapshot(planChangeState)
  const { isOnline } = useSnapshot(hubState).connection
  useEffect(() => {
    void planChange.open(orderId, plan)
  }, [orderId, plan])
  const agree = async () => {
    if (await planChange.agree()) onClose()
  }
  return (
    <Dialog title={text(`billing.change.title.${plan}`)} closeLabel={text('dialog.close')} onClose={onClose}>
      {isRequoted && (
        <p className={styles['anew']} role="alert">
          {text('billing.change.anew')}
        </p>
      )}
      {problem !== null && (
        <FailedNote
          title={text('billing.change.failed')}
          hint={loadFailureText(problem)}
          retryLabel={text('billing.retry')}
          onRetry={() => void planChange.open(orderId, plan)}
        />
      )}
      {problem === null && quote === null && <ListLoading />}
      {quote !== null && <Quote quote={quote} />}
      {!isOnline && <output className={cancelStyles['offline']}>{text('billing.plan.offline')}</output>}
      <div className={cancelStyles['actions']}>
        <Button onClick={onClose}>{text('billing.change.stay')}</Button>
        <Button variant="primary" isBusy={busyAction === 'agree'} disabled={quote === null || !isOnline} onClick={() => void agree()}>
          {quote === null ? text('billing.change.wait') : agreeLabel(quote, text)}
        </Button>
      </div>
    </Dialog>
  )
}

function agreeLabel({ kind, dueCents, currencyCode, startsAt }: PlanQuote, text: Text): string {
  return text(`billing.change.agree.${kind}`, { price: formatMoney(dueCents, currencyCode), day: formatDate(startsAt) })
}

function Quote({ quote }: { readonly quote: PlanQuote }) {
  const text = useText()
  const { kind, from, to, priceCents, creditCents, dueCents, currencyCode, points, startsAt, endsAt } = quote
  const formatCents = (cents: number) => formatMoney(cents, currencyCode)
  const nextPeriod = { price: formatCents(priceCents), day: formatDate(kind === 'now' ? endsAt : startsAt), points: formatNumber(points) }
  return (
    <>
      <dl className={styles['sum']}>
        {kind === 'now' && (
          <>
            <div>
              <dt>{text('billing.change.price', { plan: text(`billing.plan.name.${to}`) })}</dt>
              <dd>{formatCents(priceCents)}</dd>
            </div>
            <div>
              <dt>{text('billing.change.credit', { plan: text(`billing.plan.name.${from}`) })}</dt>
              <dd>{formatCents(-creditCents)}</dd>
            </div>
          </>
        )}
        <div data-total>
          <dt>{text('billing.change.due')}</dt>
          <dd>{formatCents(dueCents)}</dd>
        </div>
      </dl>
      <ul className={styles['terms']}>
        {kind === 'now' && <li>{text('billing.change.points', nextPeriod)}</li>}
        {kind === 'period_end' && (
          <li>{text('billing.change.runs', { plan: text(`billing.plan.name.${from}`), day: formatDate(startsAt) })}</li>
        )}
        <li>{text(`billing.change.then.${to}`, nextPeriod)}</li>
        <li>{text(kind === 'now' ? 'billing.change.card' : 'billing.change.back')}</li>
      </ul>
    </>
  )
}
