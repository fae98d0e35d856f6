import type { CallData } from '#shared/api/define-call.ts'
import type { PlanAction, Subscription, openCardPage, payNow, resumePlan } from '#shared/api/subscription.ts'
import type { AppError, Result } from '#shared/result.ts'
import { type AttemptDeps, createAttempts } from '../create-attempts.ts'

export type PlanNote =
  | { readonly kind: 'resumed'; readonly renewsAtMs: number }
  | { readonly kind: 'resuming' | 'resumeUnknown' | 'paid' | 'cardRefused' | 'payUnknown' }
  | { readonly kind: 'failed'; readonly action: PlanAction; readonly error: AppError }

type PlanOfAction = Pick<Subscription, 'orderId' | 'priceCents' | 'currencyCode'>

interface PlanActionDeps extends AttemptDeps {
  readonly resume: (orderId: string, key: string) => Promise<Result<CallData<typeof resumePlan>>>
  readonly payNow: (orderId: string, key: string) => Promise<Result<CallData<typeof payNow>>>
  readonly openCard: (orderId: string) => Promise<Result<CallData<typeof openCardPage>>>
  readonly openUrl: (url: string) => void
  readonly notify: (note: PlanNote, plan: PlanOfAction) => void
}

/** The actions on a plan, one at a time: undo a cancellation, retry a failed payment, and open the page for another card. */
export function createPlanActions({ resume, payNow, openCard, openUrl, notify, ...deps }: PlanActionDeps) {
  const attempt = createAttempts(deps)
  let isRunning = false

  const actionRunners: Record<PlanAction, (plan: PlanOfAction) => Promise<PlanNote | null>> = {
    async resume({ orderId }) {
      const answer = await attempt(`resume ${orderId}`, (key) => resume(orderId, key))
      if (!answer.ok) return failureNote('resume', answer.error, 'resumeUnknown')
      const { renewsAt } = answer.value
      return renewsAt === null ? { kind: 'resuming' } : { kind: 'resumed', renewsAtMs: renewsAt }
    },
    async payNow({ orderId }) {
      const answer = await attempt(
        `pay ${orderId}`,
        (key) => payNow(orderId, key),
        ({ outcome }) => outcome !== 'unknown',
      )
      if (answer.ok) return { kind: ({ paid: 'paid', refused: 'cardRefused', unknown: 'payUnknown' } as const)[answer.value.outcome] }
      return failureNote('payNow', answer.error, 'payUnknown')
    },
    async updateCard({ orderId }) {
      const answer = await openCard(orderId)
      if (!answer.ok) return { kind: 'failed', action: 'updateCard', error: answer.error }
      openUrl(answer.value.url)
      return null
    },
  }

  return {
    /** Runs an action. Does nothing while another one is running. */
    async act(action: PlanAction, plan: PlanOfAction, onBusy: (action: PlanAction | null) => void): Promise<void> {
      if (isRunning) return
      isRunning = true
      onBusy(action)
      const note = await actionRunners[action](plan)
      isRunning = false
      onBusy(null)
      if (note !== null) notify(note, plan)
    },
  }
}

/**
 * The toast after a failed call. If the server rejected the call, or returned H4022 (a rate limit), the action has not run. After any other
 * error, the outcome is unknown.
 */
function failureNote(action: PlanAction, error: AppError, unknownKind: 'resumeUnknown' | 'payUnknown'): PlanNote {
  return error.retry === 'never' || error.code === 'H4022' ? { kind: 'failed', action, error } : { kind: unknownKind }
}
