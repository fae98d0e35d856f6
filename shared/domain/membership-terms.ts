const DAY_MS = 24 * 60 * 60 * 1000

/** Points per paid cycle of the weekly plan. */
export const WEEKLY_PLAN_POINTS = 400
/** Points per paid cycle of the yearly plan. */
export const YEARLY_PLAN_POINTS = 2500

export const FREE_TRIAL_SKU = 'basic_free_trial'
/** The length of the free trial, which the weekly plan follows. */
export const TRIAL_MS = 7 * DAY_MS
/** How long before its end a trial's reminder is sent, in ms. */
export const TRIAL_REMINDER_MS = DAY_MS
/** How long before its renewal the payer of a yearly plan is told, in ms. */
export const RENEWAL_NOTICE_MS = 3 * DAY_MS

/** The grace period after a failed payment, in ms. */
export const PAYMENT_GRACE_MS = 3 * DAY_MS

/** How often an account can try a failed payment again in an hour. */
export const PAY_NOW_TRIES_PER_HOUR = 10
/** How often an account can ask what a change of its plan costs, in an hour. */
export const PLAN_QUOTES_PER_HOUR = 60
/** How long an offer to change the plan can be agreed to, in ms. */
export const PLAN_QUOTE_MS = 10 * 60 * 1000

/** The pack discount of a paid plan: half. */
export const MEMBER_PACK_FACTOR = 0.5
/** How long after a failed discount request the plans replace the packs, in ms. */
export const MEMBER_SWITCH_MS = 2000

/** The status of a subscription that renews, in its history. */
export const ACTIVE_SUBSCRIPTION_STATUS = 1
/** The status of a subscription that is cancelled, in its history. Every other number counts as cancelled as well. */
export const CANCELLED_SUBSCRIPTION_STATUS = 2

export const PLANS = ['weekly', 'yearly'] as const
export type Plan = (typeof PLANS)[number]

/** The plan that one can change to. */
export function otherPlan(plan: Plan): Plan {
  return plan === 'weekly' ? 'yearly' : 'weekly'
}

/** When a change of plan takes effect: at once, to a dearer one, or when the paid period ends. */
export const PLAN_CHANGES = ['now', 'period_end'] as const

const ACTIVE = 'ACTIVE'

export interface MembershipFacts {
  readonly membershipStatus: string
  /** ms since 1970; null when it is not known or there never was a membership. */
  readonly membershipExpiresAt: number | null
}

/** Whether the account has its membership now. Rule: docs/billing.md, "Membership". */
export function isMembershipActive({ membershipStatus, membershipExpiresAt }: MembershipFacts, nowMs: number): boolean {
  if (membershipExpiresAt !== null && membershipExpiresAt > nowMs) return true
  return membershipStatus === ACTIVE
}
