import type { Transaction } from '../database/database.ts'
import { sql } from 'drizzle-orm'
import { defineStatement } from '../database/define-statement.ts'

/**
 * Serialises all changes of an owner's points. Lock order: account, owner, then tasks and files. False when the visitor has just become an
 * account.
 */
export async function lockOwner(tx: Transaction, ownerId: string): Promise<boolean> {
  const [locked] = await lock(tx, { ownerId })
  return locked?.retiredAtMs === null
}

const lock = defineStatement<{ retiredAtMs: string | null }, { ownerId: string }>(
  'lock of an owner',
  (value) => sql`select retired_at_ms as "retiredAtMs" from owner where id = ${value('ownerId')} for update`,
)
