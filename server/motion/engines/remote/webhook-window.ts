/** Which signed webhooks are of now, and not heard before. */
interface WebhookWindow {
  /** Before the signature is checked, which costs more. */
  admits(timestamp: string, signature: string): boolean
  /** After it was checked. */
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
