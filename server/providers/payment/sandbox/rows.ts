import type { InferSelectModel } from 'drizzle-orm'
import type { sandboxCharge, sandboxSession, sandboxSubscription } from '#server/database/sandbox-schema.ts'

export type SessionRow = InferSelectModel<typeof sandboxSession>
export type ChargeRow = InferSelectModel<typeof sandboxCharge>
export type SubscriptionRow = InferSelectModel<typeof sandboxSubscription>
