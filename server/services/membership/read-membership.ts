import type { Database, Transaction } from '#server/database/database.ts'
import type { Membership } from './membership-of.ts'
import { and, eq, gt } from 'drizzle-orm'
import { payment, subscription } from '#server/database/payment-schema.ts'
import { membershipOf } from './membership-of.ts'

export async function readMembership(db: Database | Transaction, ownerId: string, nowMs: number): Promise<Membership> {
  const plans = await db.select().from(subscription).where(eq(subscription.ownerId, ownerId))
  const paid = await db
    .selectDistinct({ orderId: payment.orderId })
    .from(payment)
    .where(and(eq(payment.ownerId, ownerId), gt(payment.cycle, 0)))
  return membershipOf(plans, new Set(paid.map(({ orderId }) => orderId)), nowMs)
}
