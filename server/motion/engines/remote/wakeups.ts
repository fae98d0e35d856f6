import type { Clock } from '#shared/clock.ts'

/** A sleep that a webhook can end early. A webhook that arrives between two sleeps ends the next sleep. */
export interface Wakeups {
  wake(id: string): void
  expect(id: string): Expecting
}

export interface Expecting {
  sleep(ms: number, clock: Pick<Clock, 'sleep'>, signal: AbortSignal): Promise<void>
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
          const wakeup = awaited.get(id)
          await clock.sleep(ms, wakeup === undefined ? signal : AbortSignal.any([signal, wakeup.signal]))
          if (wakeup?.signal.aborted) awaited.set(id, new AbortController())
        },
        end: () => void awaited.delete(id),
      }
    },
  }
}

/** Accepts signed webhooks within the time window, each once. */
interface WebhookWindow {
  /**
   * Whether a webhook may be checked: its time is in the window and its signature is new. Call this before the signature check, which costs
   * more.
   */
  admits(timestamp: string, signature: string): boolean
  /** Stores a signature as used. Call this after the signature check. */
  remember(signature: string): void
}

/** The allowed difference between a service's clock and ours, in s. */
export const WEBHOOK_WINDOW_S = 300
const MOST_REMEMBERED = 10_000

export function createWebhookWindow(nowMs: () => number): WebhookWindow {
  const seen = new Map<string, number>()
  return {
    admits(timestamp, signature) {
      const now = nowMs()
      for (const [old, untilMs] of seen) if (untilMs < now) seen.delete(old)
      const isFresh = /^\d{1,12}$/.test(timestamp) && Math.abs(now / 1000 - Number(timestamp)) <= WEBHOOK_WINDOW_S
      return isFresh && !seen.has(signature)
    },
    remember(signature) {
      if (seen.size < MOST_REMEMBERED) seen.set(signature, nowMs() + 2 * WEBHOOK_WINDOW_S * 1000)
    },
  }
}
