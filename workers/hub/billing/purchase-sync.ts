import type { OrderRow } from '#shared/storage/billing-records.ts'
import type { Loop } from '#workers/lib/loop.ts'
import { changesMembership, TRIAL_SKU } from '#shared/domain/sku-rules.ts'
import { type VipStateDeps, createVipState } from './vip-state.ts'
import { type MembershipPollDeps, createMembershipPoll } from './membership-poll.ts'

interface PurchaseSyncDeps extends Omit<VipStateDeps, 'onHistoryReload'> {
  readonly runLoop: (pass: (signal: AbortSignal) => Promise<number | null>) => Loop
  /** Requests the balance: once, or until it is above its value before the order. */
  readonly credits: { request(): void; pollAfterOrder(cachedPoints: number): void }
  readonly requestAccount: () => void
  readonly refreshAccount: MembershipPollDeps['refreshNow']
  readonly onMembershipPoll: MembershipPollDeps['onPollState']
  readonly onHistoriesChanged: () => void
  /** Called after the pay service has answered and the tabs were asked to reload the histories. Marks the paid plans as settled. */
  readonly settlePaid: () => Promise<void> | void
}

/** Refreshes everything that a paid order changes: balance and account; for a plan also membership, pay service and histories. */
export function createPurchaseSync(deps: PurchaseSyncDeps) {
  const { api, clock, random, runLoop, credits, requestAccount, refreshAccount, onMembershipPoll, onHistoriesChanged, settlePaid } = deps
  const membershipPoll = createMembershipPoll({ clock, refreshNow: refreshAccount, onPollState: onMembershipPoll })
  const vipState = createVipState({
    api,
    clock,
    random,
    onHistoryReload: () => {
      onHistoriesChanged()
      return settlePaid()
    },
  })
  const membershipLoop = runLoop((signal) => membershipPoll.pass(signal))
  const vipLoop = runLoop((signal) => vipState.pass(signal))

  return {
    onPaid({ skuType, lastState }: Pick<OrderRow, 'skuType' | 'lastState'>): 'settled' | 'going_on' {
      if (skuType === TRIAL_SKU) credits.request()
      else credits.pollAfterOrder(lastState.points)
      requestAccount()
      if (!changesMembership(skuType)) {
        onHistoriesChanged()
        return 'settled'
      }
      vipState.onPaid(skuType)
      vipLoop.wake()
      membershipPoll.start()
      membershipLoop.wake()
      return 'going_on'
    },
    reset(): void {
      membershipPoll.reset()
      vipState.reset()
    },
  }
}
