const DAY_MS = 24 * 60 * 60 * 1000

/** Points per paid cycle of the weekly plan. */
export const WEEKLY_PLAN_POINTS = 400
/** Points per paid cycle of the yearly plan. */
export const YEARLY_PLAN_POINTS = 2500

export const FREE_TRIAL_SKU = 'basic_free_trial'
/** The length of the free trial, in ms; the weekly plan follows it. */
export const TRIAL_MS = 7 * DAY_MS
/** How long before the end of a trial its reminder is sent, in ms. */
export const TRIAL_REMINDER_MS = DAY_MS
/** How long before the renewal of a yearly plan the payer is notified, in ms. */
export const RENEWAL_NOTICE_MS = 3 * DAY_MS

/** How long a membership lasts after the end of its paid period while the payment of its renewal has failed, in ms. */
export const PAYMENT_GRACE_MS = 3 * DAY_MS

/** How often an account can retry a failed payment per hour. */
export const PAY_NOW_TRIES_PER_HOUR = 10
/** How many quotes for a change of its plan an account can request per hour. */
export const PLAN_QUOTES_PER_HOUR = 60
/** How long a quote for a change of the plan is valid, in ms. */
export const PLAN_QUOTE_MS = 10 * 60 * 1000

/** The share of a pack's price that an account with a paid plan pays, if no price for members is configured. */
export const MEMBER_PACK_FACTOR = 0.5
/** The time after which the plans open when a user without a plan turns on the members' prices, in ms. */
export const MEMBER_SWITCH_MS = 2000

/** The status of a renewing subscription in the payment history. */
export const ACTIVE_SUBSCRIPTION_STATUS = 1
/** The status of a cancelled subscription in the payment history. Every other number counts as cancelled, too. */
export const CANCELLED_SUBSCRIPTION_STATUS = 2

export const PLANS = ['weekly', 'yearly'] as const
export type Plan = (typeof PLANS)[number]

/** The plan to which an account with this plan can change. */
export function otherPlan(plan: Plan): Plan {
  return plan === 'weekly' ? 'yearly' : 'weekly'
}

/** When a change of plan applies: immediately for a more expensive plan, otherwise at the end of the paid period. */
export const PLAN_CHANGES = ['now', 'period_end'] as const

const ACTIVE = 'ACTIVE'

export interface MembershipFacts {
  readonly membershipStatus: string
  /** ms since 1970; null if unknown, or if the account never had a membership. */
  readonly membershipExpiresAt: number | null
}

/** Whether the account has its membership now. Rule: docs/billing.md, "Membership". */
export function isMembershipActive({ membershipStatus, membershipExpiresAt }: MembershipFacts, nowMs: number): boolean {
  if (membershipExpiresAt !== null && membershipExpiresAt > nowMs) return true
  return membershipStatus === ACTIVE
}
