import { type PlanAction, type Subscription, PLAN_ACTIONS } from '#shared/api/subscription.ts'

export interface PlanFacts {
  /** The text key of the plan's name. */
  readonly nameKey: string
  readonly status: 'trial' | 'active' | 'pastDue' | 'cancelled'
  /** When the plan is charged next; null if it will not be charged. */
  readonly nextChargeMs: number | null
  /** When the plan ends after a failed payment; null if no payment has failed. */
  readonly graceEndsMs: number | null
  /** When a cancelled plan ends; null for any other plan. */
  readonly endsMs: number | null
  readonly canCancel: boolean
  /** The actions that the user can perform, besides cancelling. */
  readonly actions: readonly PlanAction[]
  /**
   * When the plan would have ended, if its cancellation is being undone and the payment service has not confirmed that yet; else
   * null.
   */
  readonly resumingUntilMs: number | null
  /**
   * If this weekly plan can't be changed to the yearly plan, so that the user has to buy the yearly plan: the key of a text that says what
   * happens to the weekly plan. Else null.
   */
  readonly yearlyPurchaseKey: string | null
}

const STATUS_BY_STATE = { TRIAL: 'trial', ACTIVE: 'active', PAST_DUE: 'pastDue', CANCELLED: 'cancelled' } as const

export function planFacts({ plan, state, renewsAt, graceEndsAt, endsAt, can, isResuming, changeTo, isChanging }: Subscription): PlanFacts {
  const isRunning = state === 'TRIAL' || state === 'ACTIVE'
  const needsPurchase = isRunning && plan === 'weekly' && changeTo === null && !isChanging
  return {
    nameKey: state === 'TRIAL' ? 'billing.plan.name.trial' : `billing.plan.name.${plan}`,
    status: STATUS_BY_STATE[state],
    nextChargeMs: isRunning ? renewsAt : null,
    graceEndsMs: state === 'PAST_DUE' ? (graceEndsAt ?? endsAt) : null,
    endsMs: state === 'CANCELLED' ? endsAt : null,
    canCancel: state !== 'CANCELLED' || isResuming,
    actions: PLAN_ACTIONS.filter((action) => can[action]),
    resumingUntilMs: isResuming ? endsAt : null,
    yearlyPurchaseKey: needsPurchase ? `billing.plan.toYearly.${state === 'TRIAL' ? 'trial' : 'weekly'}` : null,
  }
}
