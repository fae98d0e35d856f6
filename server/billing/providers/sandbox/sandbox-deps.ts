import type { Hono } from 'hono'
import type { Database, InferSelectModel } from '#server/database/database.ts'
import type { Plan } from '#shared/domain/membership-terms.ts'
import type * as schema from '#server/database/sandbox-schema.ts'

/** A product that the merchant has configured, in one of its currencies. */
export interface SandboxPrice {
  readonly id: string
  readonly name: string
  readonly currencyCode: string
  readonly cents: number
  /** The plan of a subscription; null for a one-time purchase. */
  readonly plan: Plan | null
  readonly trialMs: number
}

export type MountAdmin = (app: Hono, deps: SandboxDeps, deliverSoon: () => void) => void

export interface SandboxDeps {
  readonly db: Database
  readonly nowMs: () => number
  /** The merchant's id and key, which sign API calls and events. */
  readonly accessNo: string
  readonly secret: string
  readonly prices: readonly SandboxPrice[]
  readonly origin: string
  /** The shop's origins. Buyers return to them, and they may frame the checkout. */
  readonly appOrigins: readonly string[]
  readonly webhookUrl: string
  /** Adds the admin page, which calls `deliverSoon` to deliver new events. Null without the page. */
  readonly mountAdmin: MountAdmin | null
  readonly fetch: typeof globalThis.fetch
  readonly onProblem: (error: unknown) => void
}

export type SessionRow = InferSelectModel<typeof schema.sandboxSession>
export type ChargeRow = InferSelectModel<typeof schema.sandboxCharge>
export type RefundRow = InferSelectModel<typeof schema.sandboxRefund>
export type SubscriptionRow = InferSelectModel<typeof schema.sandboxSubscription>
export type SavedCardRow = InferSelectModel<typeof schema.sandboxSavedCard>
export type CardKind = NonNullable<SavedCardRow['kind']>
