import type { Clock } from './clock.ts'

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
