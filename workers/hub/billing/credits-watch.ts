import type { ApiClient } from '#shared/api/client.ts'
import type { PollState } from '#shared/contract/billing-contract.ts'
import type { Result } from '#shared/result.ts'
import type { Clock } from '#shared/clock.ts'
import { NO_ANSWER_CODE } from '#shared/error-codes.ts'
import { type Points, getPoints } from '#shared/api/user.ts'
import { CREDITS_POLL_MS, CREDITS_POLL_TRIES } from '#shared/domain/purchase-polling.ts'
import { backoffMs } from '#workers/lib/backoff.ts'
import { type TryOutcome, createShortPoll } from './short-poll.ts'

const BACKOFF = { minMs: 1000, maxMs: 15_000 }

interface CreditsWatchDeps {
  readonly api: ApiClient
  readonly clock: Clock
  readonly random: () => number
  /** Whether the last call failed to reach the server. */
  readonly isOffline: () => boolean
  readonly onCredits: (credits: Points) => Promise<void>
  readonly onPollState: (state: PollState) => void
}

/**
 * Requests the balance on demand. While the server is unreachable, requests it periodically to detect when the server is back. After an
 * order, polls it at a separate interval until it grows.
 */
export function createCreditsWatch({ api, clock, random, isOffline, onCredits, onPollState }: CreditsWatchDeps) {
  const poll = createShortPoll({
    clock,
    tries: CREDITS_POLL_TRIES,
    intervalMs: CREDITS_POLL_MS,
    onState: (state) => onPollState(state === 'gave_up' && hasAnswer ? 'reached' : state),
  })
  let hasAnswer = false
  let isRequested = true
  let failures = 0
  let pointsBeforeOrder = 0

  async function requestPoints(signal: AbortSignal): Promise<Result<Points>> {
    isRequested = false
    const answer = await api.call(getPoints, {}, { signal })
    if (answer.ok) {
      failures = 0
      await onCredits(answer.value)
    } else if (answer.error.retry !== 'never') isRequested = true
    return answer
  }

  async function pollOnce(signal: AbortSignal): Promise<TryOutcome> {
    const answer = await requestPoints(signal)
    hasAnswer ||= answer.ok
    if (answer.ok) return answer.value.points > pointsBeforeOrder ? 'reached' : 'not_yet'
    return answer.error.code === NO_ANSWER_CODE ? 'no_answer' : 'not_yet'
  }

  return {
    request(): void {
      isRequested = true
    },
    /**
     * Polls until the balance is above `cachedPoints`, the balance before the order (-1 if unknown). A video that starts meanwhile may
     * spend the new points, so a poll with at least one answer also ends as reached.
     */
    pollAfterOrder(cachedPoints: number): void {
      pointsBeforeOrder = cachedPoints
      hasAnswer = false
      poll.start()
    },
    reset(): void {
      isRequested = true
      failures = 0
      poll.end('idle')
    },
    async pass(signal: AbortSignal): Promise<number | null> {
      if (poll.isRunning()) return poll.pass(signal, pollOnce)
      if (!isRequested && !isOffline()) return null
      const answer = await requestPoints(signal)
      if (answer.ok) return isRequested ? 0 : null
      if (signal.aborted || answer.error.retry === 'never') return null
      failures += 1
      return Math.max(answer.error.afterMs ?? 0, backoffMs(failures, BACKOFF, random))
    },
  }
}
