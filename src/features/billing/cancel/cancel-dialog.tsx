import type { ReactElement } from 'react'
import type { Text } from '#src/lib/i18n.ts'
import type { CancelState } from './create-cancel.ts'
import { useEffect } from 'react'
import { formatDate } from '#src/lib/format.ts'
import { hubState } from '#src/lib/hub-mirror.ts'
import { text, useText } from '#src/lib/i18n.ts'
import { proxy, useSnapshot } from '#src/lib/state.ts'
import { rereadSubscription, useSubscription } from '#src/lib/subscription.ts'
import { track } from '#src/lib/track.ts'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { CANCELLED_STATUS } from '#shared/api/payments.ts'
import { unsubscribe } from '#shared/api/subscription.ts'
import { hub } from '#src/bridge/hub-client.ts'
import { HISTORIES } from '#src/features/billing/history/history-lists.ts'
import { api } from '#src/lib/api.ts'
import { refusalWords } from '#src/lib/error-text.ts'
import { showToast } from '#src/ui/toast.ts'
import styles from './cancel-dialog.module.css'
import { planEnd } from './plan-end.ts'
import { createCancel } from './create-cancel.ts'

const cancelState = proxy<CancelState>({ busyOrderId: null })

const cancel = createCancel({
  state: cancelState,
  unsubscribe: (orderId, idempotencyKey) => api.call(unsubscribe, { orderId }, { idempotencyKey }),
  refreshAccount: () => hub.api.refreshAccount(),
  makeKey: () => crypto.randomUUID(),
  onCancelled(cancelled) {
    HISTORIES.SUBSCRIPTION.list.change((row) => (row.orderId === cancelled ? { ...row, status: CANCELLED_STATUS } : row))
    rereadSubscription()
    track('cancel_subscription_success', {})
    void showToast({ id: 'cancel-plan', color: 'success', title: text('success.subscriptionCancelled') }, 'money')
  },
  onFailed(error) {
    rereadSubscription()
    track('cancel_subscription_fail', { fail_reason: error.code })
    void showToast({ id: 'cancel-plan', color: 'error', ...refusalWords(error, text('errors.cancelSubscriptionFailed')) }, 'money')
  },
})

interface CancelDialogProps {
  readonly orderId: string
  readonly onClose: () => void
}

const STAYS = ['billing.cancel.stays.points', 'billing.cancel.stays.videos'] as const
const ENDS = ['billing.cancel.ends.charge', 'billing.cancel.ends.points'] as const

/** Keep it or cancel it, with what each means and until when it lasts. */
export function CancelDialog({ orderId, onClose }: CancelDialogProps): ReactElement {
  const text = useText()
  const { busyOrderId } = useSnapshot(cancelState)
  const { account, connection } = useSnapshot(hubState)
  const { subscription } = useSubscription()
  useEffect(() => track('cancel_retention_open', {}), [])
  const endsAt = planEnd(subscription?.orderId === orderId ? subscription : null, account?.membershipExpiresAt ?? null)
  const hasPackDiscount = subscription?.hasPackDiscount !== false
  const confirm = async () => {
    if (await cancel.confirm(orderId)) onClose()
  }
  return (
    <Dialog title={text('billing.cancel.title')} closeLabel={text('dialog.close')} onClose={onClose}>
      <dl className={styles['end']}>
        <dt>{text('billing.cancel.until')}</dt>
        <dd>{endWords(text, endsAt)}</dd>
      </dl>
      <h3 className={styles['head']}>{text('billing.cancel.stays')}</h3>
      <ul className={styles['list']}>
        {(endsAt === 'at once' ? STAYS : (['billing.cancel.stays.plan', ...STAYS] as const)).map((key) => (
          <li key={key}>
            <Icon name="check" size="s" />
            {text(key)}
          </li>
        ))}
      </ul>
      <h3 className={styles['head']}>{text('billing.cancel.ends')}</h3>
      <ul className={styles['list']} data-ends>
        {(hasPackDiscount ? [...ENDS, 'billing.cancel.ends.half'] : ENDS).map((key) => (
          <li key={key}>
            <Icon name="minus" size="s" />
            {text(key)}
          </li>
        ))}
      </ul>
      {!connection.isOnline && <output className={styles['offline']}>{text('billing.cancel.offline')}</output>}
      <div className={styles['actions']}>
        <Button look="primary" onClick={onClose}>
          {text('billing.cancel.keep')}
        </Button>
        <Button look="danger" isBusy={busyOrderId === orderId} disabled={!connection.isOnline} onClick={() => void confirm()}>
          {text(busyOrderId === orderId ? 'billing.cancel.busy' : 'billing.cancel.confirm')}
        </Button>
      </div>
    </Dialog>
  )
}

function endWords(text: Text, endsAt: ReturnType<typeof planEnd>): string {
  if (endsAt === null) return text('billing.unknown')
  return endsAt === 'at once' ? text('billing.cancel.atOnce') : formatDate(endsAt)
}
