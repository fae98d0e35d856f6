import { useEffect, useState } from 'react'
import { type Text, text, useText, refusalWords } from '#src/i18n/i18n.ts'
import { formatDate } from '#src/i18n/format-date.ts'
import { hubState, useSnapshot } from '#src/store/state.ts'
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

const canceller = createCanceller({
  unsubscribe(orderId, idempotencyKey) {
    endToast('cancel-plan')
    return api.call(unsubscribe, { orderId }, { idempotencyKey })
  },
  refreshAccount: () => hub.api.refreshAccount(),
  makeKey: () => crypto.randomUUID(),
  onCancelled(cancelledOrderId) {
    HISTORIES.SUBSCRIPTION.list.change((row) =>
      row.orderId === cancelledOrderId ? { ...row, status: CANCELLED_SUBSCRIPTION_STATUS } : row,
    )
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

interface Cancellation {
  /** The order whose cancellation is being requested; null if none is. */
  readonly busyOrderId: string | null
  readonly confirm: (orderId: string) => Promise<boolean>
}

/**
 * The cancellation of a plan. It is used outside of the dialog, so that a dialog that is opened again shows the running request.
 */
export function useCancellation(): Cancellation {
  const [busyOrderId, setBusyOrderId] = useState<string | null>(null)
  return { busyOrderId, confirm: (orderId) => canceller.confirm(orderId, setBusyOrderId) }
}

interface CancelDialogProps {
  readonly orderId: string
  readonly cancellation: Cancellation
  readonly onClose: () => void
}

const REMAINING_KEYS = ['billing.cancel.stays.points', 'billing.cancel.stays.videos'] as const
const ENDING_KEYS = ['billing.cancel.ends.charge', 'billing.cancel.ends.points'] as const

/** Asks whether to continue or cancel the plan. It shows what each choice means and when the plan would end. */
export function CancelDialog({ orderId, cancellation: { busyOrderId, confirm }, onClose }: CancelDialogProps) {
  const text = useText()
  const { account, connection } = useSnapshot(hubState)
  const { subscription } = useSubscription()
  useEffect(() => track('cancel_retention_open', {}), [])
  const endsAt = planEnd(subscription?.orderId === orderId ? subscription : null, account?.membershipExpiresAt ?? null)
  const hasPackDiscount = subscription?.hasPackDiscount !== false
  const cancelPlan = async () => {
    if (await confirm(orderId)) onClose()
  }
  return (
    <Dialog title={text('billing.cancel.title')} closeLabel={text('dialog.close')} onClose={onClose}>
      <dl className={styles['end']}>
        <dt>{text('billing.cancel.until')}</dt>
        <dd>{endWords(text, endsAt)}</dd>
      </dl>
      <h3 className={styles['head']}>{text('billing.cancel.stays')}</h3>
      <ul className={styles['list']}>
        {(endsAt === 'at once' ? REMAINING_KEYS : (['billing.cancel.stays.plan', ...REMAINING_KEYS] as const)).map((key) => (
          <li key={key}>
            <Icon name="check" size="s" />
            {text(key)}
          </li>
        ))}
      </ul>
      <h3 className={styles['head']}>{text('billing.cancel.ends')}</h3>
      <ul className={styles['list']} data-ends>
        {(hasPackDiscount ? [...ENDING_KEYS, 'billing.cancel.ends.half'] : ENDING_KEYS).map((key) => (
          <li key={key}>
            <Icon name="minus" size="s" />
            {text(key)}
          </li>
        ))}
      </ul>
      {!connection.isOnline && <output className={styles['offline']}>{text('billing.cancel.offline')}</output>}
      <div className={styles['actions']}>
        <Button variant="primary" onClick={onClose}>
          {text('billing.cancel.keep')}
        </Button>
        <Button variant="danger" isBusy={busyOrderId === orderId} disabled={!connection.isOnline} onClick={() => void cancelPlan()}>
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

interface CancelDeps {
  readonly unsubscribe: (orderId: string, key: string) => Promise<Result<unknown>>
  readonly refreshAccount: () => Promise<unknown>
  readonly onCancelled: (orderId: string) => void
  readonly onFailed: (error: AppError) => void
  readonly makeKey: () => string
}

/** Cancels the renewal of plans, one at a time. */
export function createCanceller({ unsubscribe, onCancelled, onFailed, ...deps }: CancelDeps) {
  const attempt = createAttempts(deps)
  let isRunning = false

  return {
    /** Returns true if the renewal is cancelled, and false after a failure (a toast shows it) or while another cancellation runs. */
    async confirm(orderId: string, onBusy: (orderId: string | null) => void): Promise<boolean> {
      if (isRunning) return false
      isRunning = true
      onBusy(orderId)
      const answer = await attempt(orderId, (key) => unsubscribe(orderId, key))
      isRunning = false
      onBusy(null)
      if (answer.ok) onCancelled(orderId)
      else onFailed(answer.error)
      return answer.ok
    },
  }
}

/**
 * When a plan ends if the user cancels now, in ms since 1970; null if unknown. If a renewal payment has failed, no paid time is
 * left. Rule: docs/billing.md, "Plans".
 */
export function planEnd(
  plan: Pick<Subscription, 'state' | 'endsAt'> | null,
  membershipExpiresAt: number | null,
): number | 'at once' | null {
  if (plan === null) return membershipExpiresAt
  return plan.state === 'PAST_DUE' ? 'at once' : plan.endsAt
}
