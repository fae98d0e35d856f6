import { useId, useState } from 'react'
import { ACTIVE_SUBSCRIPTION_STATUS } from '#shared/domain/membership-terms.ts'
import { type PlanAction, type Subscription, openCardPage, payNow, resumePlan } from '#shared/api/subscription.ts'
import { splitLocale } from '#shared/domain/locale-prefix.ts'
import { SCREENS } from '#shared/domain/screens.ts'
import type { ToastContent } from '#shared/domain/toast-rules.ts'
import { Button } from '#src/design/button.tsx'
import { showToast } from '#src/design/toast.ts'
import { api } from '#src/hub-client/api.ts'
import { failureText, text, useText } from '#src/i18n/i18n.ts'
import { formatDate } from '#src/i18n/format-date.ts'
import { hub } from '#src/hub-client/hub-client.ts'
import { hubState, useSnapshot } from '#src/store/state.ts'
import { formatMoney } from '#shared/domain/currencies.ts'
import { HISTORIES } from '../history-lists.ts'
import { rereadSubscription } from '../subscription.ts'
import { type PlanNote, createPlanActions } from './create-plan-actions.ts'
import type { PlanFacts } from './plan-facts.ts'
import styles from './plan-panel.module.css'

const actions = createPlanActions({
  resume: (orderId, idempotencyKey) => api.call(resumePlan, { orderId }, { idempotencyKey }),
  payNow: (orderId, idempotencyKey) => api.call(payNow, { orderId }, { idempotencyKey }),
  openCard: (orderId) => api.call(openCardPage, { orderId, returnUrl: settingsUrl() }),
  openUrl: (url) => location.assign(url),
  refreshAccount: () => hub.api.refreshAccount(),
  makeKey: () => crypto.randomUUID(),
  notify(note, plan) {
    rereadSubscription()
    if (note.kind === 'resumed')
      HISTORIES.SUBSCRIPTION.list.change((row) => (row.orderId === plan.orderId ? { ...row, status: ACTIVE_SUBSCRIPTION_STATUS } : row))
    void showToast({ id: 'plan-action', ...noteContent(note, formatMoney(plan.priceCents, plan.currencyCode)) }, 'money')
  },
})

function settingsUrl(): string {
  return location.origin + splitLocale(location.pathname).prefix + SCREENS.settings.path
}

/**
 * The toast about an action: its outcome, what was charged, and what to do next. If the outcome is not known yet, the toast stays until the
 * user dismisses it.
 */
function noteContent(note: PlanNote, price: string): ToastContent {
  switch (note.kind) {
    case 'resumed':
      return { color: 'success', title: text('billing.plan.note.resumed', { day: formatDate(note.renewsAtMs) }) }
    case 'paid':
      return { color: 'success', title: text('billing.plan.note.paid', { price }) }
    case 'cardRefused':
      return { color: 'error', title: text('billing.plan.note.cardRefused') }
    case 'resuming':
    case 'resumeUnknown':
    case 'payUnknown':
      return { color: 'info', title: text(`billing.plan.note.${note.kind}`), durationMs: Number.POSITIVE_INFINITY }
    case 'failed':
      return { color: 'error', title: text(`billing.plan.note.failed.${note.action}`), description: failureText(note.error) }
  }
}

interface PlanActionsProps {
  readonly subscription: Subscription
  readonly facts: PlanFacts
}

const VARIANTS = { resume: 'primary', payNow: 'primary', updateCard: 'quiet' } as const

/** The buttons for the actions on a plan. Offline, they are disabled and say why. */
export function PlanActions({ subscription, facts }: PlanActionsProps) {
  const text = useText()
  const offlineId = useId()
  const [busyAction, setBusyAction] = useState<PlanAction | null>(null)
  const { isOnline } = useSnapshot(hubState).connection
  const { priceCents, currencyCode } = subscription
  if (facts.actions.length === 0) return null
  const label = (action: PlanAction) => text(`billing.plan.${action}`, { price: formatMoney(priceCents, currencyCode) })
  return (
    <>
      {facts.actions.map((action) => (
        <Button
          key={action}
          variant={VARIANTS[action]}
          isBusy={busyAction === action}
          disabled={!isOnline}
          aria-describedby={isOnline ? undefined : offlineId}
          onClick={() => void actions.act(action, subscription, setBusyAction)}
        >
          {label(action)}
        </Button>
      ))}
      {!isOnline && (
        <output id={offlineId} className={styles['offline']}>
          {text('billing.plan.offline')}
        </output>
      )}
    </>
  )
}
