import { randomBytes } from 'node:crypto'
import { type Database, eq, secret as secretTable } from '#server/database/database.ts'

/** A secret of the installation: generated at the first use, then shared by all processes. */
export async function readOrCreateSecret(db: Database, name: string, makeValue: () => string): Promise<string> {
  const read = () => db.select({ value: secretTable.value }).from(secretTable).where(eq(secretTable.name, name))
  const [storedRow] = await read()
  if (storedRow !== undefined) return storedRow.value
  await db.insert(secretTable).values({ name, value: makeValue() }).onConflictDoNothing()
  const [row] = await read()
  if (row === undefined) throw new Error(`the secret ${name} was not stored`)
  return row.value
}

const SECRET_BYTES = 32

/** The installation's key for signatures, keyed hashes and encryption: generated at the first start, then shared by all processes. */
export function sharedSecret(db: Database): Promise<string> {
  return readOrCreateSecret(db, 'signing', () => randomBytes(SECRET_BYTES).toString('hex'))
}
