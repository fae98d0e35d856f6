import type { payOrder } from '#server/database/payment-schema.ts'

export type OrderRow = typeof payOrder.$inferSelect
