import type { Hono } from 'hono'
import type { Logger } from 'pino'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/database/database.ts'
import type { PaymentProvider } from './payment-provider.ts'

interface OpenPayment {
  readonly config: Pick<Config, 'payment' | 'origins'>
  readonly db: Database
  /** The installation's shared secret; the sandbox's keys are made from it. */
  readonly secret: string
  readonly nowMs: () => number
  readonly log: Logger
  /** Calls to the provider, and the sandbox's news to the app. */
  readonly fetch: typeof globalThis.fetch
}

/** The sandbox's own pages and calls, for a listener at `config.payment.taker.port`. */
export interface CheckoutServer {
  readonly app: Hono
  /** Bills what is due and brings the news that are due. To be called every few seconds; one at a time is enough. */
  tick(): Promise<void>
  /** Waits for news that are on their way. */
  stop(): Promise<void>
}

export interface Payment {
  readonly provider: PaymentProvider
  /** Null where payments are taken by somebody else. */
  readonly checkout: CheckoutServer | null
}

/** The payment provider that the configuration names. Throws one sentence where it can't be used. */
export function openPayment(_deps: OpenPayment): Promise<Payment> {
  throw new Error('not built yet')
}
