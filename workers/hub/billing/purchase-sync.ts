import type { OrderRow } from '#shared/storage/billing-records.ts'
import type { Loop } from '#workers/lib/loop.ts'
import { changesMembership, TRIAL_SKU } from '#shared/domain/sku-rules.ts'
import { type VipStateDeps, createVipState } from './vip-state.ts'
import { type MembershipPollDeps, createMembershipPoll } from './membership-poll.ts'

interface PurchaseSyncDeps extends Omit<VipStateDeps, 'onHistoryReload'> {
  readonly run: (pass: (signal: AbortSignal) => Promise<number | null>) => Loop
  /** Requests the balance: once, or until it is above its value before the order. */
  readonly credits: { want(): void; pollAfterOrder(cachedPoints: number): void }
  readonly requestAccount: () => void
  readonly refreshAccount: MembershipPollDeps['refreshNow']
  readonly onMembershipPoll: MembershipPollDeps['onPollState']
  readonly onHistoriesChanged: () => void
  /** Called after the pay service answered and the history was read; paid plans are then settled. */
  readonly settlePaid: () => Promise<void> | void
}

/** Refreshes everything that a paid order changes: balance and account; for a plan also membership, pay service and histories. */
export function createPurchaseSync(deps: PurchaseSyncDeps) {
  const { api, clock, random, run, credits, requestAccount, refreshAccount, onMembershipPoll, onHistoriesChanged, settlePaid } = deps
  const membership = createMembershipPoll({ clock, refreshNow: refreshAccount, onPollState: onMembershipPoll })
  const vip = createVipState({
    api,
    clock,
    random,
    onHistoryReload: () => {
      onHistoriesChanged()
      return settlePaid()
    },
  })
  const membershipLoop = run((signal) => membership.pass(signal))
  const vipLoop = run((signal) => vip.pass(signal))

  return {
    paid({ skuType, lastState }: Pick<OrderRow, 'skuType' | 'lastState'>): 'settled' | 'going_on' {
      if (skuType === TRIAL_SKU) credits.want()
      else credits.pollAfterOrder(lastState.points)
      requestAccount()
      if (!changesMembership(skuType)) {
        onHistoriesChanged()
        return 'settled'
      }
      vip.paid(skuType)
      vipLoop.wake()
      membership.poll()
      membershipLoop.wake()
      return 'going_on'
    },
    reset(): void {
      membership.reset()
      vip.reset()
    },
  }
}
