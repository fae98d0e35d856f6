import { useId, useState } from 'react'
import type { Subscription } from '#shared/api/subscription.ts'
import { Button } from '#src/design/button.tsx'
import { useText } from '#src/i18n/i18n.ts'
import { formatDate } from '#src/i18n/format-date.ts'
import { hubState, useSnapshot } from '#src/store/state.ts'
import { formatMoney } from '#shared/domain/currencies.ts'
import { ChangeDialog } from './change-dialog.tsx'
import { planChange, planChangeState } from './plan-change.ts'
import styles from './plan-panel.module.css'

/** The change to the other plan: offered, in progress, or agreed for the end of the period. The user can cancel an agreed change. */
export function PlanChanges({ subscription }: { readonly subscription: Subscription }) {
  const text = useText()
  const titleId = useId()
  const [isOpen, setOpen] = useState(false)
  const { busyAction } = useSnapshot(planChangeState)
  const { isOnline } = useSnapshot(hubState).connection
  const { orderId, plan, changeTo, nextChange, isChanging, currencyCode } = subscription
  if (changeTo === null && nextChange === null && !isChanging) return null
  return (
    <section className={styles['offer']} aria-labelledby={titleId}>
      <p id={titleId} className={styles['offerTitle']}>
        {text(`billing.change.title.${changeTo ?? nextChange?.plan ?? 'yearly'}`)}
      </p>
      {isChanging && <p className={styles['soft']}>{text('billing.change.underWay')}</p>}
      {changeTo !== null && <p className={styles['soft']}>{text(`billing.change.hint.${changeTo}`)}</p>}
      {nextChange !== null && (
        <p className={styles['soft']}>
          {text(nextChange.isConfirmed ? `billing.change.planned.${nextChange.plan}` : 'billing.change.unconfirmed', {
            day: formatDate(nextChange.at),
            price: formatMoney(nextChange.priceCents, currencyCode),
          })}
        </p>
      )}
      {changeTo !== null && (
        <Button
          variant={changeTo === 'yearly' ? 'primary' : 'quiet'}
          disabled={!isOnline}
          aria-haspopup="dialog"
          onClick={() => setOpen(true)}
        >
          {text('billing.change.open')}
        </Button>
      )}
      {nextChange !== null && (
        <Button isBusy={busyAction === 'undo'} disabled={!isOnline} onClick={() => void planChange.cancelChange(orderId)}>
          {text(`billing.change.keep.${plan}`)}
        </Button>
      )}
      {!isOnline && <output className={styles['offline']}>{text('billing.plan.offline')}</output>}
      {isOpen && changeTo !== null && <ChangeDialog orderId={orderId} plan={changeTo} onClose={() => setOpen(false)} />}
    </section>
  )
}
