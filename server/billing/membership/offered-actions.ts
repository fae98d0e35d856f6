import type { Context } from '#server/verbs/verb.ts'
import type { Subscription } from '#shared/api/subscription.ts'
import { type SubscriptionRow, doesRenew, isLeaving } from '../membership.ts'
import { isRefundOpen } from '../payments/refund-offer.ts'

/** What the state of a plan allows and the provider can do. */
export async function offeredActions({ db, payment: provider }: Context, row: SubscriptionRow): Promise<Subscription['can']> {
  return {
    resume: provider.can.has('resume') && canResume(row) && !(await isLeaving(db, row.ownerId)) && !(await isRefundOpen(db, row.orderId)),
    payNow: provider.can.has('payNow') && isPaymentOpen(row),
    updateCard: provider.can.has('updateCard') && isPaymentOpen(row),
  }
}

/** Whether another plan can be agreed to: it is paid and renews, and no other change is agreed to. */
export async function canChange({ db, payment: provider }: Pick<Context, 'db' | 'payment'>, row: SubscriptionRow): Promise<boolean> {
  const isOpen = row.state === 'active' && doesRenew(row) && row.changeId === null && row.wantedPlan === null && row.nextPlan === null
  return provider.can.has('changePlan') && isOpen && !(await isLeaving(db, row.ownerId))
}

/** A stop at once is final, and a plan whose payment has failed ends with its cancellation. */
export function canResume({ state, cancelledAtMs, requestedStop }: SubscriptionRow): boolean {
  return (state === 'trial' || state === 'active') && cancelledAtMs !== null && (requestedStop === null || requestedStop === 'period_end')
}

/** Whether the charge of its renewal has failed and is still tried. */
export function isPaymentOpen(row: SubscriptionRow): boolean {
  return row.state === 'past_due' && doesRenew(row)
}
