import type { PollState } from '#shared/contract/billing-contract.ts'
import type { Clock } from '#shared/clock.ts'
import { SHORT_POLL_LIMIT_MS } from '#shared/domain/purchase-polling.ts'
import { anySignal } from '#shared/any-signal.ts'

interface ShortPollDeps {
  readonly clock: Clock
  readonly tries: number
  readonly everyMs: number
  readonly onState: (state: PollState) => void
}

export type TryOutcome = 'reached' | 'not_yet' | 'no_answer'

/**
 *   idle -> polling -> reached | gave_up -> polling ...
 * A few tries at a fixed interval, measured from start to start. Tries that did not reach the server do not count, but a time limit
 * always ends the poll and aborts the pending try. A new start resets the count.
 */
export function createShortPoll({ clock, tries, everyMs, onState }: ShortPollDeps) {
  let state: PollState = 'idle'
  let current = new AbortController()
  let tried = 0
  let nextAtMs = 0

  function enter(next: PollState): void {
    if (state === next) return
    state = next
    onState(next)
  }

  function end(next: Exclude<PollState, 'polling'>): void {
    current.abort()
    enter(next)
  }

  async function limit(poll: AbortController): Promise<void> {
    await clock.sleep(SHORT_POLL_LIMIT_MS, poll.signal)
    if (!poll.signal.aborted) end('gave_up')
  }

  return {
    isRunning: () => state === 'polling',
    end,
    start(): void {
      current.abort()
      current = new AbortController()
      tried = 0
      nextAtMs = clock.nowMs()
      enter('polling')
      void limit(current)
    },
    /** Sends one try when it is due. Resolves to the ms until the next pass, or null after `signal` aborts. */
    async pass(signal: AbortSignal, attempt: (signal: AbortSignal) => Promise<TryOutcome>): Promise<number | null> {
      const waitMs = Math.min(everyMs, nextAtMs - clock.nowMs())
      if (waitMs > 0) return waitMs
      const poll = current
      nextAtMs = clock.nowMs() + everyMs
      const outcome = await anySignal([signal, poll.signal], attempt)
      if (signal.aborted) return null
      if (poll.signal.aborted) return 0
      if (outcome === 'not_yet') tried += 1
      if (outcome === 'reached') end('reached')
      else if (tried >= tries) end('gave_up')
      return state === 'polling' ? Math.max(0, nextAtMs - clock.nowMs()) : 0
    },
  }
}
