import type { Clock } from '#shared/clock.ts'

/** A sleep that a webhook can end early. A webhook that arrives between two sleeps ends the next sleep. */
export interface Wakeups {
  wake(id: string): void
  expect(id: string): ExpectedWakeup
}

export interface ExpectedWakeup {
  sleep(ms: number, clock: Pick<Clock, 'sleep'>, signal: AbortSignal): Promise<void>
  end(): void
}

export function createWakeups(): Wakeups {
  const controllers = new Map<string, AbortController>()
  return {
    wake: (id) => controllers.get(id)?.abort(),
    expect(id) {
      controllers.set(id, new AbortController())
      return {
        async sleep(ms, clock, signal) {
          const wakeup = controllers.get(id)
          await clock.sleep(ms, wakeup === undefined ? signal : AbortSignal.any([signal, wakeup.signal]))
          if (wakeup?.signal.aborted) controllers.set(id, new AbortController())
        },
        end: () => void controllers.delete(id),
      }
    },
  }
}

/** Accepts signed webhooks within the time window, each once. */
interface WebhookWindow {
  /**
   * Whether the signature of a webhook should be checked: its time is in the window, and its key (the signature or the id) is new. The
   * signature check costs more, so call this first.
   */
  admits(timestamp: string, key: string): boolean
  /** Stores the key of a webhook as used. Call this after the signature check. */
  remember(key: string): void
}

/** The allowed difference between a service's clock and ours, in s. */
export const WEBHOOK_WINDOW_S = 300
const MOST_KEYS = 10_000

export function createWebhookWindow(nowMs: () => number): WebhookWindow {
  const seenKeys = new Map<string, number>()
  return {
    admits(timestamp, key) {
      const now = nowMs()
      for (const [oldKey, untilMs] of seenKeys) if (untilMs < now) seenKeys.delete(oldKey)
      const isFresh = /^\d{1,12}$/.test(timestamp) && Math.abs(now / 1000 - Number(timestamp)) <= WEBHOOK_WINDOW_S
      return isFresh && !seenKeys.has(key)
    },
    remember(key) {
      if (seenKeys.size < MOST_KEYS) seenKeys.set(key, nowMs() + 2 * WEBHOOK_WINDOW_S * 1000)
    },
  }
}
