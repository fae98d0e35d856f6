import { useEffect } from 'react'
import { type Text, text, useText, formatDate, refusalWords } from '#src/i18n/i18n.ts'
import { hubState, proxy, useSnapshot } from '#src/store/state.ts'
import { track } from '#src/reporting/track.ts'
import { Button } from '#src/design/button.tsx'
import { Dialog } from '#src/design/dialog.tsx'
import { Icon } from '#src/design/icon.tsx'
import { CANCELLED_SUBSCRIPTION_STATUS } from '#shared/domain/membership-terms.ts'
import { type Subscription, unsubscribe } from '#shared/api/subscription.ts'
import { hub } from '#src/hub-client/hub-client.ts'
import { api } from '#src/hub-client/api.ts'
import { endToast, showToast } from '#src/design/toast.ts'
import type { AppError, Result } from '#shared/result.ts'
import { createAttempts } from './create-attempts.ts'
import styles from './cancel-dialog.module.css'
import { rereadSubscription, useSubscription } from './subscription.ts'
import { HISTORIES } from './history-lists.ts'

const cancelState = proxy<CancelState>({ busyOrderId: null })

const cancel = createCancel({
  state: cancelState,
  unsubscribe(orderId, idempotencyKey) {
    endToast('cancel-plan')
    return api.call(unsubscribe, { orderId }, { idempotencyKey })
  },
  refreshAccount: () => hub.api.refreshAccount(),
  makeKey: () => crypto.randomUUID(),
  onCancelled(cancelled) {
    HISTORIES.SUBSCRIPTION.list.change((row) => (row.orderId === cancelled ? { ...row, status: CANCELLED_SUBSCRIPTION_STATUS } : row))
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

/** Asks whether to continue or cancel the plan, with the consequences and end date of each. */
export function CancelDialog({ orderId, onClose }: CancelDialogProps) {
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

interface CancelState {
  busyOrderId: string | null
}

interface CancelDeps {
  readonly state: CancelState
  readonly unsubscribe: (orderId: string, key: string) => Promise<Result<unknown>>
  readonly refreshAccount: () => Promise<unknown>
  readonly onCancelled: (orderId: string) => void
  readonly onFailed: (error: AppError) => void
  readonly makeKey: () => string
}

/** Cancels a plan's renewal, one at a time. */
export function createCancel({ state, unsubscribe, onCancelled, onFailed, ...deps }: CancelDeps) {
  const attempt = createAttempts(deps)

  return {
    /** True once it is cancelled; false after a failure or while another cancellation runs. */
    async confirm(orderId: string): Promise<boolean> {
      if (state.busyOrderId !== null) return false
      state.busyOrderId = orderId
      const answer = await attempt(orderId, (key) => unsubscribe(orderId, key))
      state.busyOrderId = null
      if (answer.ok) onCancelled(orderId)
      else onFailed(answer.error)
      return answer.ok
    },
  }
}

/**
 * When a plan ends if it is cancelled now, in ms since 1970; null if unknown. A plan whose renewal payment failed has no paid time left.
 * Rule: docs/billing.md, "Plans".
 */
export function planEnd(
  plan: Pick<Subscription, 'state' | 'endsAt'> | null,
  membershipExpiresAt: number | null,
): number | 'at once' | null {
  if (plan === null) return membershipExpiresAt
  return plan.state === 'PAST_DUE' ? 'at once' : plan.endsAt
}
