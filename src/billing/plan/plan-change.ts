import { agreePlanChange, keepPlan, quotePlanChange } from '#shared/api/plan-change.ts'
import type { ToastContent } from '#shared/domain/toast-rules.ts'
import { showToast } from '#src/design/toast.ts'
import { api } from '#src/platform/api.ts'
import { failureText } from '#src/platform/error-text.ts'
import { formatDate } from '#src/platform/format.ts'
import { hub } from '#src/platform/hub-client.ts'
import { text } from '#src/platform/i18n.ts'
import { proxy } from '#src/platform/state.ts'
import { formatMoney } from '#shared/domain/currencies.ts'
import { rereadSubscription } from '../subscription.ts'
import { type ChangeNote, type PlanChangeState, NO_PLAN_CHANGE, createPlanChange } from './create-plan-change.ts'

export const planChangeState = proxy<PlanChangeState>({ ...NO_PLAN_CHANGE })

export const planChange = createPlanChange({
  state: planChangeState,
  quote: (orderId, plan) => api.call(quotePlanChange, { orderId, plan }),
  agree: (quoteId, idempotencyKey) => api.call(agreePlanChange, { quoteId }, { idempotencyKey }),
  keep: (orderId, idempotencyKey) => api.call(keepPlan, { orderId }, { idempotencyKey }),
  refreshAccount: () => hub.api.refreshAccount(),
  makeKey: () => crypto.randomUUID(),
  tell(note) {
    rereadSubscription()
    void showToast({ id: 'plan-change', ...noteContent(note) }, 'money')
  },
})

/** What happened and what was charged. What is not known yet stays until it is put away. */
function noteContent(note: ChangeNote): ToastContent {
  switch (note.kind) {
    case 'changed':
    case 'planned': {
      const { to, dueCents, currencyCode, startsAt } = note.quote
      const facts = { plan: text(`billing.plan.name.${to}`), price: formatMoney(dueCents, currencyCode), day: formatDate(startsAt) }
      return { color: 'success', title: text(`billing.change.note.${note.kind}`, facts) }
    }
    case 'kept':
      return { color: 'success', title: text('billing.change.note.kept') }
    case 'refused':
      return { color: 'error', title: text('billing.change.note.refused') }
    case 'failed':
      return { color: 'error', title: text('billing.change.note.failed'), description: failureText(note.error) }
    case 'unknown':
    case 'keeping':
    case 'keepUnknown':
      return { color: 'info', title: text(`billing.change.note.${note.kind}`), durationMs: Number.POSITIVE_INFINITY }
  }
}
