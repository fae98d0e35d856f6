import type { Transaction } from '#server/database/database.ts'
import { eq } from 'drizzle-orm'
import { owner } from '#server/database/schema.ts'

/** Serialises everything that moves an owner's points; always the first lock of a transaction. */
export async function lockOwner(tx: Transaction, ownerId: string): Promise<void> {
  await tx.select({ id: owner.id }).from(owner).where(eq(owner.id, ownerId)).for('update')
}
