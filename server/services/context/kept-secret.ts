import type { Database } from '#server/database/database.ts'
import { eq } from 'drizzle-orm'
import { secret } from '#server/database/schema.ts'

/** A secret of the installation: made when it is asked for first, the same for every process afterwards. */
export async function keptSecret(db: Database, name: string, make: () => string): Promise<string> {
  const read = () => db.select({ value: secret.value }).from(secret).where(eq(secret.name, name))
  const [known] = await read()
  if (known !== undefined) return known.value
  await db.insert(secret).values({ name, value: make() }).onConflictDoNothing()
  const [row] = await read()
  if (row === undefined) throw new Error(`the secret ${name} was not stored`)
  return row.value
}
