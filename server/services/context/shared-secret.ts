import type { Database } from '#server/database/database.ts'
import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { secret } from '#server/database/schema.ts'

const NAME = 'signing'
const SECRET_BYTES = 32

/** The installation's signing key: made at the first start, the same for every process afterwards. */
export async function sharedSecret(db: Database): Promise<string> {
  const fresh = randomBytes(SECRET_BYTES).toString('hex')
  await db.insert(secret).values({ name: NAME, value: fresh }).onConflictDoNothing()
  const [row] = await db.select({ value: secret.value }).from(secret).where(eq(secret.name, NAME))
  if (row === undefined) throw new Error('the signing key was not stored')
  return row.value
}
