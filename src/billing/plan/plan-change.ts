import { type PlanQuote, agreePlanChange, cancelPlanChange, quotePlanChange } from '#shared/api/plan-change.ts'
import type { ToastContent } from '#shared/domain/toast-rules.ts'
import { formatMoney } from '#shared/domain/currencies.ts'
import type { CallData } from '#shared/api/define-call.ts'
import type { AppError, Result } from '#shared/result.ts'
import type { Plan } from '#shared/domain/membership-terms.ts'
import { showToast } from '#src/design/toast.ts'
import { api } from '#src/hub-client/api.ts'
import { failureText, text } from '#src/i18n/i18n.ts'
import { formatDate } from '#src/i18n/format-date.ts'
import { hub } from '#src/hub-client/hub-client.ts'
import { proxy } from '#src/store/state.ts'
import { rereadSubscription } from '../subscription.ts'
import { createAttempts } from '../create-attempts.ts'

export interface PlanChangeState {
  /** The quote that the user can agree to; null until it is loaded. */
  quote: PlanQuote | null
  problem: AppError | null
  busyAction: 'agree' | 'undo' | null
  /** Whether the quote replaces one that had expired when the user agreed to it. */
  isRequoted: boolean
}

export const NO_PLAN_CHANGE: PlanChangeState = { quote: null, problem: null, busyAction: null, isRequoted: false }

export type ChangeNote =
  | { readonly kind: 'changed' | 'planned' | 'refused' | 'unknown'; readonly quote: PlanQuote }
  | { readonly kind: 'undone' | 'undoing' | 'undoUnknown' }
  | { readonly kind: 'failed'; readonly error: AppError }

interface PlanChangeDeps {
  readonly state: PlanChangeState
  readonly quote: (orderId: string, plan: Plan) => Promise<Result<PlanQuote>>
  readonly agree: (quoteId: string, key: string) => Promise<Result<CallData<typeof agreePlanChange>>>
  readonly cancelChange: (orderId: string, key: string) => Promise<Result<CallData<typeof cancelPlanChange>>>
  readonly refreshAccount: () => Promise<unknown>
  readonly makeKey: () => string
  readonly notify: (note: ChangeNote) => void
}

/**
 * Quotes a plan change, agrees to exactly the shown quote, and cancels a change. One agreement or cancellation runs at a time; only the
 * answer to the newest quote request counts.
 */
export function createPlanChange({ state, quote, agree, cancelChange, notify, ...deps }: PlanChangeDeps) {
  const attempt = createAttempts(deps)
  let requestCount = 0

  async function loadQuote(orderId: string, plan: Plan, isRequoted: boolean): Promise<void> {
    requestCount += 1
    const requestNumber = requestCount
    Object.assign(state, { quote: null, problem: null, isRequoted })
    const answer = await quote(orderId, plan)
    if (requestNumber !== requestCount) return
    Object.assign(state, answer.ok ? { quote: answer.value } : { problem: answer.error })
  }

  return {
    open: (orderId: string, plan: Plan) => loadQuote(orderId, plan, false),
    /**
     * True if the dialog can close: the change is made, rejected or its outcome is unknown. False if there is a new quote to agree
     * to.
     */
    async agree(): Promise<boolean> {
      const { quote: shownQuote } = state
      if (state.busyAction !== null || shownQuote === null) return false
      state.busyAction = 'agree'
      const answer = await attempt(
        `change ${shownQuote.quoteId}`,
        (key) => agree(shownQuote.quoteId, key),
        ({ outcome }) => outcome !== 'unknown',
      )
      state.busyAction = null
      if (!answer.ok && answer.error.code === 'H4021') {
        await loadQuote(shownQuote.orderId, shownQuote.to, true)
        return false
      }
      notify(
        answer.ok ? { kind: answer.value.outcome, quote: shownQuote } : failureNote(answer.error, { kind: 'unknown', quote: shownQuote }),
      )
      return true
    },
    async cancelChange(orderId: string): Promise<void> {
      if (state.busyAction !== null) return
      state.busyAction = 'undo'
      const answer = await attempt(`keep ${orderId}`, (key) => cancelChange(orderId, key))
      state.busyAction = null
      if (answer.ok) notify({ kind: answer.value.isConfirmed ? 'undone' : 'undoing' })
      else notify(failureNote(answer.error, { kind: 'undoUnknown' }))
    },
  }
}

/**
 * The toast after a failed call to agree to a change or to cancel a change. If the server rejected the call, or returned H4013 (the payment
 * service did not answer the server), nothing was changed. After any other error, the outcome is unknown.
 */
function failureNote(error: AppError, unknownNote: ChangeNote): ChangeNote {
  return error.retry === 'never' || error.code === 'H4013' ? { kind: 'failed', error } : unknownNote
}

export const planChangeState = proxy<PlanChangeState>({ ...NO_PLAN_CHANGE })

export const planChange = createPlanChange({
  state: planChangeState,
  quote: (orderId, plan) => api.call(quotePlanChange, { orderId, plan }),
  agree: (quoteId, idempotencyKey) => api.call(agreePlanChange, { quoteId }, { idempotencyKey }),
  cancelChange: (orderId, idempotencyKey) => api.call(cancelPlanChange, { orderId }, { idempotencyKey }),
  refreshAccount: () => hub.api.refreshAccount(),
  makeKey: () => crypto.randomUUID(),
  notify(note) {
    rereadSubscription()
    void showToast({ id: 'plan-change', ...noteContent(note) }, 'money')
  },
})

/** The toast about a change: its outcome and the charge. If the outcome is unknown, the toast stays until the user dismisses it. */
function noteContent(note: ChangeNote): ToastContent {
  switch (note.kind) {
    case 'changed':
    case 'planned': {
      const { to, dueCents, currencyCode, startsAt } = note.quote
      const facts = { plan: text(`billing.plan.name.${to}`), price: formatMoney(dueCents, currencyCode), day: formatDate(startsAt) }
      return { color: 'success', title: text(`billing.change.note.${note.kind}`, facts) }
    }
    case 'undone':
      return { color: 'success', title: text('billing.change.note.undone') }
    case 'refused':
      return { color: 'error', title: text('billing.change.note.refused') }
    case 'failed':
      return { color: 'error', title: text('billing.change.note.failed'), description: failureText(note.error) }
    case 'unknown':
    case 'undoing':
    case 'undoUnknown':
      return { color: 'info', title: text(`billing.change.note.${note.kind}`), durationMs: Number.POSITIVE_INFINITY }
  }
}
