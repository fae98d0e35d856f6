import { type PlanAction, type Subscription, PLAN_ACTIONS } from '#shared/api/subscription.ts'

export interface PlanFacts {
  /** The text key of the plan's name. */
  readonly name: string
  readonly status: 'trial' | 'active' | 'pastDue' | 'cancelled'
  /** The time of the next charge; null without one. */
  readonly nextChargeMs: number | null
  /** The end of the grace period after a failed payment. */
  readonly graceEndsMs: number | null
  /** The end of a plan that does not renew. */
  readonly endsMs: number | null
  readonly canCancel: boolean
  /** The actions besides cancelling, the most likely first. */
  readonly actions: readonly PlanAction[]
  /** The end of a plan that is being resumed, until the payment service confirms it. */
  readonly resumingUntilMs: number | null
  /** Set if the yearly plan can be bought beside this one but not changed to. The text key explains the effect on the current plan. */
  readonly toYearly: string | null
}

const STATUS = { TRIAL: 'trial', ACTIVE: 'active', PAST_DUE: 'pastDue', CANCELLED: 'cancelled' } as const

export function planFacts({ plan, state, renewsAt, graceEndsAt, endsAt, can, isResuming, changeTo, isChanging }: Subscription): PlanFacts {
  const isRunning = state === 'TRIAL' || state === 'ACTIVE'
  const isBought = isRunning && plan === 'weekly' && changeTo === null && !isChanging
  return {
    name: state === 'TRIAL' ? 'billing.plan.name.trial' : `billing.plan.name.${plan}`,
    status: STATUS[state],
    nextChargeMs: isRunning ? renewsAt : null,
    graceEndsMs: state === 'PAST_DUE' ? (graceEndsAt ?? endsAt) : null,
    endsMs: state === 'CANCELLED' ? endsAt : null,
    canCancel: state !== 'CANCELLED' || isResuming,
    actions: PLAN_ACTIONS.filter((action) => can[action]),
    resumingUntilMs: isResuming ? endsAt : null,
    toYearly: isBought ? `billing.plan.toYearly.${state === 'TRIAL' ? 'trial' : 'weekly'}` : null,
  }
}
