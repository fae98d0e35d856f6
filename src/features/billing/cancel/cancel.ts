import type { CancelState } from './create-cancel.ts'
import { CANCELLED_STATUS } from '#shared/api/payments.ts'
import { unsubscribe } from '#shared/api/subscription.ts'
import { hub } from '#src/bridge/hub-client.ts'
import { HISTORIES } from '#src/features/billing/history/history-lists.ts'
import { api } from '#src/lib/api.ts'
import { refusalWords } from '#src/lib/error-text.ts'
import { text } from '#src/lib/i18n.ts'
import { proxy } from '#src/lib/state.ts'
import { rereadSubscription } from '#src/lib/subscription.ts'
import { track } from '#src/lib/track.ts'
import { showToast } from '#src/ui/toast.ts'
import { createCancel } from './create-cancel.ts'

export const cancelState = proxy<CancelState>({ busyOrderId: null })

export const cancel = createCancel({
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
