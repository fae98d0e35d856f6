import type { SubscriptionRow } from './subscription-row.ts'

/** Whether more will be charged for it. A wish to stop counts from its first moment, before the provider has heard it. */
export function doesRenew({ state, cancelledAtMs, stopWish }: Pick<SubscriptionRow, 'state' | 'cancelledAtMs' | 'stopWish'>): boolean {
  return state !== 'ended' && cancelledAtMs === null && stopWish === null
}
