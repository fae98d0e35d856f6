import type { Transaction } from '../database/database.ts'
import { eq } from 'drizzle-orm'
import { owner } from '../database/schema.ts'

/**
 * Serialises all changes of an owner's points. Lock order: account, owner, then tasks and files. False when the visitor has just become an
 * account.
 */
export async function lockOwner(tx: Transaction, ownerId: string): Promise<boolean> {
  const [locked] = await tx.select({ retiredAtMs: owner.retiredAtMs }).from(owner).where(eq(owner.id, ownerId)).for('update')
  return locked?.retiredAtMs === null
}
