import type { ApiClient } from '#shared/api/client.ts'
import type { UserInfo } from '#shared/api/user.ts'
import type { Clock } from '#shared/browser/clock.ts'
import type { PollState } from '#shared/contract/billing-contract.ts'
import type { Result } from '#shared/result.ts'
import type { OrderRow } from '#shared/storage/billing-records.ts'
import type { Loop } from '#workers/lib/loop.ts'
import { NO_ANSWER_CODE } from '#shared/error-codes.ts'
import { getPayInfo } from '#shared/api/pay-user.ts'
import { isMembershipActive } from '#shared/domain/membership-terms.ts'
import { changesMembership, TRIAL_SKU } from '#shared/domain/sku-rules.ts'
import { HISTORY_RELOAD_DELAY_MS, MEMBERSHIP_POLL_MS, MEMBERSHIP_POLL_TRIES } from '#shared/domain/purchase-polling.ts'
import { backoffMs } from '#workers/lib/backoff.ts'
import { type TryOutcome, createShortPoll } from './short-poll.ts'

const BACKOFF = { minMs: MEMBERSHIP_POLL_MS, maxMs: 30_000 }

interface PurchaseSyncDeps extends Omit<VipStateDeps, 'onHistoryReload'> {
  readonly run: (pass: (signal: AbortSignal) => Promise<number | null>) => Loop
  /** Requests the balance: once, or until it is above its value before the order. */
  readonly credits: { want(): void; orderTold(cachedPoints: number): void }
  readonly requestAccount: () => void
  readonly refreshAccount: MembershipPollDeps['refreshNow']
  readonly onMembershipPoll: MembershipPollDeps['onPollState']
  readonly onHistoriesChanged: () => void
  /** Called after the history was read following the pay service's answer: paid plans are settled. */
  readonly settlePaid: () => Promise<void> | void
}

/**
 * Refreshes everything that a paid order changes: balance, account and, for a plan, the membership, the pay service and
 * the histories.
 */
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
      else credits.orderTold(lastState.points)
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

interface VipStateDeps {
  readonly api: ApiClient
  readonly clock: Clock
  readonly random: () => number
  readonly onHistoryReload: () => Promise<void> | void
}

type Step =
  | { readonly kind: 'asking'; readonly failures: number; readonly atMs: number }
  | { readonly kind: 'resting'; readonly atMs: number }

/**
 *   idle -> asking -> resting -> idle (history reload)
 *             \-> idle, after too many failures
 * After a paid membership the pay service is called, and the history is read a while after its answer. Another payment restarts
 * this, so that the history is read once, after the latest answer.
 */
export function createVipState({ api, clock, random, onHistoryReload }: VipStateDeps) {
  let step: Step | null = null

  async function ask(asking: Step & { kind: 'asking' }, signal: AbortSignal): Promise<void> {
    const answer = await api.call(getPayInfo, {}, { signal })
    if (signal.aborted || step !== asking) return
    const nowMs = clock.nowMs()
    const failures = asking.failures + 1
    if (answer.ok) step = { kind: 'resting', atMs: nowMs + HISTORY_RELOAD_DELAY_MS }
    else if (failures >= MEMBERSHIP_POLL_TRIES) step = null
    else step = { kind: 'asking', failures, atMs: nowMs + Math.max(answer.error.afterMs ?? 0, backoffMs(failures, BACKOFF, random)) }
  }

  return {
    paid(skuType: number): void {
      if (changesMembership(skuType)) step = { kind: 'asking', failures: 0, atMs: clock.nowMs() }
    },
    reset(): void {
      step = null
    },
    async pass(signal: AbortSignal): Promise<number | null> {
      if (step === null) return null
      const waitMs = step.atMs - clock.nowMs()
      if (waitMs > 0) return waitMs
      if (step.kind === 'asking') await ask(step, signal)
      else {
        step = null
        await onHistoryReload()
      }
      if (signal.aborted) return null
      return step === null ? null : Math.max(0, step.atMs - clock.nowMs())
    },
  }
}

interface MembershipPollDeps {
  readonly clock: Clock
  readonly refreshNow: (signal: AbortSignal) => Promise<Result<UserInfo>>
  readonly onPollState: (state: PollState) => void
}

/** Reads the account after a purchase until its membership is active. */
export function createMembershipPoll({ clock, refreshNow, onPollState }: MembershipPollDeps) {
  const poll = createShortPoll({ clock, tries: MEMBERSHIP_POLL_TRIES, everyMs: MEMBERSHIP_POLL_MS, onState: onPollState })

  async function attempt(signal: AbortSignal): Promise<TryOutcome> {
    const answer = await refreshNow(signal)
    if (answer.ok) return isMembershipActive(answer.value, clock.nowMs()) ? 'reached' : 'not_yet'
    return answer.error.code === NO_ANSWER_CODE ? 'no_answer' : 'not_yet'
  }

  return {
    poll: () => poll.start(),
    reset: () => poll.end('idle'),
    pass: async (signal: AbortSignal): Promise<number | null> => (poll.isRunning() ? poll.pass(signal, attempt) : null),
  }
}
