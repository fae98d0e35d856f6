import { type SubscriptionRow, doesRenew } from '../membership.ts'
import { RENEWAL_NOTICE_MS, TRIAL_REMINDER_MS } from '#shared/domain/membership-terms.ts'

const MINUTE_MS = 60 * 1000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/**
 * The age of an unpaid order, in ms, at its first scheduled poll: the page may be closed, and the webhook may never arrive. Also the
 * polling interval of a subscription while the provider has not confirmed a cancellation or plan change.
 */
const FIRST_POLL_MS = MINUTE_MS
const LONGEST_PAUSE_MS = HOUR_MS
/** How long an unpaid order is polled, in ms: longer than a checkout stays open. */
export const ORDER_POLL_LIMIT_MS = 25 * HOUR_MS
/** The polling interval of a subscription in ms, after its period has ended and no webhook has arrived. */
const OVERDUE_PAUSE_MS = 10 * MINUTE_MS
/** The first poll after the end of a period waits for this time, in ms, so that the provider can charge the next cycle. */
const SETTLING_MS = MINUTE_MS

/** The time of an order's next poll; the interval grows with its age. */
export function nextOrderCheckMs(createdAtMs: number, nowMs: number): number {
  return nowMs + Math.min(LONGEST_PAUSE_MS, Math.max(FIRST_POLL_MS, nowMs - createdAtMs))
}

type CheckFacts = Pick<SubscriptionRow, 'plan' | 'state' | 'requestedStop' | 'periodEndMs' | 'remindedOfMs' | 'cancelledAtMs'> &
  Partial<Pick<SubscriptionRow, 'changeId' | 'nextPlan' | 'wantedPlan'>>

/** The time of a subscription's next poll without a webhook; null after its end. At least daily, because webhooks can get lost. */
export function nextSubscriptionCheckMs(row: CheckFacts, nowMs: number): number | null {
  const { state, requestedStop, periodEndMs } = row
  if (state === 'ended') return null
  const isChanging = (row.changeId ?? null) !== null || (row.wantedPlan ?? null) !== (row.nextPlan ?? null)
  if (requestedStop !== null || isChanging) return nowMs + FIRST_POLL_MS
  if (nowMs >= periodEndMs + SETTLING_MS) return nowMs + OVERDUE_PAUSE_MS
  const reminderMs = Math.max(nowMs, reminderAtMs(row) ?? Number.POSITIVE_INFINITY)
  return Math.min(nowMs + DAY_MS, periodEndMs + SETTLING_MS, reminderMs)
}

/** The time of the reminder before a trial's first charge or a yearly renewal. Null if it is sent, or if no charge follows. */
export function reminderAtMs(row: CheckFacts): number | null {
  const { plan, state, periodEndMs, remindedOfMs } = row
  if (!doesRenew(row) || remindedOfMs === periodEndMs) return null
  if (state === 'trial') return periodEndMs - TRIAL_REMINDER_MS
  return state === 'active' && plan === 'yearly' ? periodEndMs - RENEWAL_NOTICE_MS : null
}
