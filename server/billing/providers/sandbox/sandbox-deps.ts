import type { InferSelectModel } from 'drizzle-orm'
import type { Database } from '#server/platform/database/database.ts'
import type { Plan } from '#shared/domain/membership-terms.ts'
import type { sandboxCharge, sandboxSession, sandboxSubscription } from '#server/platform/database/sandbox-schema.ts'

/** What a merchant has told the sandbox to sell. */
interface SandboxPrice {
  readonly id: string
  readonly name: string
  readonly cents: number
  /** Null: bought once. */
  readonly plan: Plan | null
  readonly trialMs: number
}

export interface SandboxDeps {
  readonly db: Database
  readonly nowMs: () => number
  /** The one merchant's name and key: calls and news are signed with it. */
  readonly accessNo: string
  readonly secret: string
  readonly prices: readonly SandboxPrice[]
  /** Where browsers find the checkout. */
  readonly origin: string
  /** Where buyers come from and are sent back to; they may frame the checkout. */
  readonly appOrigins: readonly string[]
  readonly newsUrl: string
  /** The page for trying renewals and refunds is shown to this computer. */
  readonly hasAdminPage: boolean
  readonly fetch: typeof globalThis.fetch
  readonly onProblem: (error: unknown) => void
}

export type SessionRow = InferSelectModel<typeof sandboxSession>
export type ChargeRow = InferSelectModel<typeof sandboxCharge>
export type SubscriptionRow = InferSelectModel<typeof sandboxSubscription>
