import { setTimeout as delay } from 'node:timers/promises'

/** Time functions of code that waits for remote services. */
export interface Clock {
  readonly nowMs: () => number
  /** Ends early, without an error, when the signal is aborted. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>
}

export const SYSTEM_CLOCK: Clock = {
  nowMs: Date.now,
  sleep: (ms, signal) => delay(ms, undefined, { signal }).catch(() => undefined),
}

/** Sleep that a webhook can end early. One that arrives between two sleeps ends the next. */
export interface Wakeups {
  wake(id: string): void
  expect(id: string): Expecting
}

export interface Expecting {
  sleep(ms: number, clock: Clock, signal: AbortSignal): Promise<void>
  end(): void
}

export function createWakeups(): Wakeups {
  const awaited = new Map<string, AbortController>()
  return {
    wake: (id) => awaited.get(id)?.abort(),
    expect(id) {
      awaited.set(id, new AbortController())
      return {
        async sleep(ms, clock, signal) {
          const news = awaited.get(id)
          await clock.sleep(ms, news === undefined ? signal : AbortSignal.any([signal, news.signal]))
          if (news?.signal.aborted) awaited.set(id, new AbortController())
        },
        end: () => void awaited.delete(id),
      }
    },
  }
}
