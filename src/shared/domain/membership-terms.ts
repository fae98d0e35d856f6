const DAY_MS = 24 * 60 * 60 * 1000

/** What a member gets at each paid cycle, in points. */
export const WEEKLY_PLAN_POINTS = 400
export const YEARLY_PLAN_POINTS = 2500

/** The free week, after which the weekly plan begins. */
export const FREE_TRIAL_SKU = 'basic_free_trial'
export const TRIAL_MS = 7 * DAY_MS
/** How long before a trial turns into the paid plan it is told by mail, in ms. */
export const TRIAL_REMINDER_MS = DAY_MS

/** How long a member keeps everything while a payment fails, in ms. */
export const PAYMENT_GRACE_MS = 3 * DAY_MS

/** What a paid plan takes off a pack's price: half. */
export const MEMBER_PACK_FACTOR = 0.5

export const PLANS = ['weekly', 'yearly'] as const
export type Plan = (typeof PLANS)[number]
