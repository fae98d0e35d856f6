import type { Transaction } from '../database/database.ts'
import { eq } from 'drizzle-orm'
import { owner } from '../database/schema.ts'

/** Serialises everything that moves an owner's points; always before tasks and files, and after an account. False when its visitor has just become an account. */
export async function lockOwner(tx: Transaction, ownerId: string): Promise<boolean> {
  const [locked] = await tx.select({ retiredAtMs: owner.retiredAtMs }).from(owner).where(eq(owner.id, ownerId)).for('update')
  return locked?.retiredAtMs === null
}
