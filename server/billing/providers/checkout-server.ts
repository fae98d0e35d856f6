import type { Hono } from 'hono'

/** A checkout of our own: its pages and calls, for a listener at `config.payment.taker.port`. */
export interface CheckoutServer {
  readonly app: Hono
  /** Bills what is due and brings the news that are due. To be called every few seconds; two at once do no harm. */
  tick(): Promise<void>
  /** Waits for news that are on their way. */
  stop(): Promise<void>
}
