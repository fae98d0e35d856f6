import type { Transaction } from '#server/database/database.ts'
import { eq, sql } from 'drizzle-orm'
import { forgottenDevice } from '#server/database/tracker-schema.ts'
import { sha256 } from '#server/services/context/sha256.ts'

/** One call of a browser at a time, so that nothing of it comes after it was forgotten. True when it is. */
export async function lockDevice(tx: Transaction, webUuid: string): Promise<boolean> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${webUuid}, 0))`)
  const [forgotten] = await tx
    .select({ atMs: forgottenDevice.forgottenAtMs })
    .from(forgottenDevice)
    .where(eq(forgottenDevice.webUuidSha256, sha256(webUuid)))
  return forgotten !== undefined
}
