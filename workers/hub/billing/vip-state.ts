import type { ApiClient } from '#shared/api/client.ts'
import type { Clock } from '#shared/clock.ts'
import { getPayInfo } from '#shared/api/pay-user.ts'
import { changesMembership } from '#shared/domain/sku-rules.ts'
import { HISTORY_RELOAD_DELAY_MS, MEMBERSHIP_POLL_MS, MEMBERSHIP_POLL_TRIES } from '#shared/domain/purchase-polling.ts'
import { backoffMs } from '#workers/lib/backoff.ts'

const BACKOFF = { minMs: MEMBERSHIP_POLL_MS, maxMs: 30_000 }

export interface VipStateDeps {
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
 * After the payment of a plan, calls the pay service. HISTORY_RELOAD_DELAY_MS after a successful answer, calls `onHistoryReload`. Another
 * payment starts again with the call, so that the histories are reloaded once, after the latest answer.
 */
export function createVipState({ api, clock, random, onHistoryReload }: VipStateDeps) {
  let step: Step | null = null

  async function callPayService(askingStep: Step & { kind: 'asking' }, signal: AbortSignal): Promise<void> {
    const answer = await api.call(getPayInfo, {}, { signal })
    if (signal.aborted || step !== askingStep) return
    const nowMs = clock.nowMs()
    const failures = askingStep.failures + 1
    if (answer.ok) step = { kind: 'resting', atMs: nowMs + HISTORY_RELOAD_DELAY_MS }
    else if (failures >= MEMBERSHIP_POLL_TRIES) step = null
    else step = { kind: 'asking', failures, atMs: nowMs + Math.max(answer.error.afterMs ?? 0, backoffMs(failures, BACKOFF, random)) }
  }

  return {
    onPaid(skuType: number): void {
      if (changesMembership(skuType)) step = { kind: 'asking', failures: 0, atMs: clock.nowMs() }
    },
    reset(): void {
      step = null
    },
    async pass(signal: AbortSignal): Promise<number | null> {
      if (step === null) return null
      const waitMs = step.atMs - clock.nowMs()
      if (waitMs > 0) return waitMs
      if (step.kind === 'asking') await callPayService(step, signal)
      else {
        step = null
        await onHistoryReload()
      }
      if (signal.aborted) return null
      return step === null ? null : Math.max(0, step.atMs - clock.nowMs())
    },
  }
}
