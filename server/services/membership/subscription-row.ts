import type { subscription } from '#server/database/payment-schema.ts'

export type SubscriptionRow = typeof subscription.$inferSelect
