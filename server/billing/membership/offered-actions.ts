import type { Context } from '#server/verbs/verb.ts'
import type { Subscription } from '#shared/api/subscription.ts'
import { type SubscriptionRow, doesRenew, isLeaving } from '../membership.ts'
import { isRefundOpen } from '../payments/refund-offer.ts'

/**
 * Whether the plan's state and the provider allow each action. `resume` also requires that the account is not being deleted and that no
 * refund of the plan is undecided.
 */
export async function readOfferedActions({ db, payment: provider }: Context, row: SubscriptionRow): Promise<Subscription['can']> {
  return {
    resume: provider.can.has('resume') && canResume(row) && !(await isLeaving(db, row.ownerId)) && !(await isRefundOpen(db, row.orderId)),
    payNow: provider.can.has('payNow') && isPaymentOpen(row),
    updateCard: provider.can.has('updateCard') && isPaymentOpen(row),
  }
}

/**
 * Whether the user can change the plan: the provider supports changes, the plan is paid and renews, no other change is pending, and the
 * account is not being deleted.
 */
export async function canChange({ db, payment: provider }: Pick<Context, 'db' | 'payment'>, row: SubscriptionRow): Promise<boolean> {
  const isChangeable = row.state === 'active' && doesRenew(row) && row.changeId === null && row.wantedPlan === null && row.nextPlan === null
  return provider.can.has('changePlan') && isChangeable && !(await isLeaving(db, row.ownerId))
}

/**
 * Whether the user can withdraw the cancellation. An immediate cancellation is final, and a plan with a failed payment ends as soon as it
 * is cancelled.
 */
export function canResume({ state, cancelledAtMs, requestedStop }: SubscriptionRow): boolean {
  return (state === 'trial' || state === 'active') && cancelledAtMs !== null && (requestedStop === null || requestedStop === 'period_end')
}

/** Whether the plan's last charge has failed and the provider still retries it. */
export function isPaymentOpen(row: SubscriptionRow): boolean {
  return row.state === 'past_due' && doesRenew(row)
}
