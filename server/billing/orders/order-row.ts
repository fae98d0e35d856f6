import type { payOrder } from '#server/platform/database/payment-schema.ts'

export type OrderRow = typeof payOrder.$inferSelect
