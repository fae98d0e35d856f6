import type { PollState } from '#shared/contract/billing-contract.ts'
import type { Clock } from '#shared/clock.ts'
import { SHORT_POLL_LIMIT_MS } from '#shared/domain/purchase-polling.ts'
import { anySignal } from '#shared/any-signal.ts'

interface ShortPollDeps {
  readonly clock: Clock
  readonly tries: number
  readonly intervalMs: number
  readonly onState: (state: PollState) => void
}

export type TryOutcome = 'reached' | 'not_yet' | 'no_answer'

/**
 *   idle -> polling -> reached | gave_up -> polling ...
 * A few tries at a fixed interval, measured from start to start. Tries that did not reach the server do not count, but a time limit
 * always ends the poll and aborts the pending try. A new start resets the count.
 */
export function createShortPoll({ clock, tries, intervalMs, onState }: ShortPollDeps) {
  let state: PollState = 'idle'
  let currentPoll = new AbortController()
  let triesDone = 0
  let nextAtMs = 0

  function setState(nextState: PollState): void {
    if (state === nextState) return
    state = nextState
    onState(nextState)
  }

  function end(endState: Exclude<PollState, 'polling'>): void {
    currentPoll.abort()
    setState(endState)
  }

  async function endAtLimit(poll: AbortController): Promise<void> {
    await clock.sleep(SHORT_POLL_LIMIT_MS, poll.signal)
    if (!poll.signal.aborted) end('gave_up')
  }

  return {
    isRunning: () => state === 'polling',
    end,
    start(): void {
      currentPoll.abort()
      currentPoll = new AbortController()
      triesDone = 0
      nextAtMs = clock.nowMs()
      setState('polling')
      void endAtLimit(currentPoll)
    },
    /** Sends one try when it is due. Resolves to the ms until the next pass, or null after `signal` aborts. */
    async pass(signal: AbortSignal, attempt: (signal: AbortSignal) => Promise<TryOutcome>): Promise<number | null> {
      const waitMs = Math.min(intervalMs, nextAtMs - clock.nowMs())
      if (waitMs > 0) return waitMs
      const poll = currentPoll
      nextAtMs = clock.nowMs() + intervalMs
      const outcome = await anySignal([signal, poll.signal], attempt)
      if (signal.aborted) return null
      if (poll.signal.aborted) return 0
      if (outcome === 'not_yet') triesDone += 1
      if (outcome === 'reached') end('reached')
      else if (triesDone >= tries) end('gave_up')
      return state === 'polling' ? Math.max(0, nextAtMs - clock.nowMs()) : 0
    },
  }
}
