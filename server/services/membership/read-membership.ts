import type { Database, Transaction } from '#server/database/database.ts'
import type { Membership } from './membership-of.ts'
import { eq } from 'drizzle-orm'
import { subscription } from '#server/database/payment-schema.ts'
import { membershipOf } from './membership-of.ts'

export async function readMembership(db: Database | Transaction, ownerId: string, nowMs: number): Promise<Membership> {
  return membershipOf(await db.select().from(subscription).where(eq(subscription.ownerId, ownerId)), nowMs)
}
