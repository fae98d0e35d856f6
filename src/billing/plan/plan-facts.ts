import type { Subscription } from '#shared/api/subscription.ts'

/** What can be done about a plan now. */
export interface PlanFacts {
  /** Text key of its name. */
  readonly name: string
  readonly status: 'trial' | 'active' | 'pastDue' | 'cancelled'
  /** When money is taken next; null when none is. */
  readonly nextChargeMs: number | null
  /** Until when everything stays though a payment failed. */
  readonly graceEndsMs: number | null
  /** When it is over, once it is not renewed any more. */
  readonly endsMs: number | null
  readonly canCancel: boolean
  /** Yearly would start today; text key of what becomes of the plan that runs. */
  readonly toYearly: string | null
}

const STATUS = { TRIAL: 'trial', ACTIVE: 'active', PAST_DUE: 'pastDue', CANCELLED: 'cancelled' } as const

export function planFacts({ plan, state, renewsAt, graceEndsAt, endsAt }: Subscription): PlanFacts {
  const isRunning = state === 'TRIAL' || state === 'ACTIVE'
  return {
    name: state === 'TRIAL' ? 'billing.plan.name.trial' : `billing.plan.name.${plan}`,
    status: STATUS[state],
    nextChargeMs: isRunning ? renewsAt : null,
    graceEndsMs: state === 'PAST_DUE' ? (graceEndsAt ?? endsAt) : null,
    endsMs: state === 'CANCELLED' ? endsAt : null,
    canCancel: state !== 'CANCELLED',
    toYearly: isRunning && plan === 'weekly' ? `billing.plan.toYearly.${state === 'TRIAL' ? 'trial' : 'weekly'}` : null,
  }
}
