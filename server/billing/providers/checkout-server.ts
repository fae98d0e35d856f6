import type { Hono } from 'hono'

/** A checkout server of our own, for a listener at `config.payment.taker.port`. */
export interface CheckoutServer {
  readonly app: Hono
  /** Bills due subscriptions and delivers due events. Call it every few seconds; concurrent calls are safe. */
  tick(): Promise<void>
  /** Waits for events that are being delivered. */
  stop(): Promise<void>
}
