import type { Database } from '#server/database/database.ts'
import { randomBytes } from 'node:crypto'
import { keptSecret } from './kept-secret.ts'

const SECRET_BYTES = 32

/** The installation's signing key: made at the first start, the same for every process afterwards. */
export function sharedSecret(db: Database): Promise<string> {
  return keptSecret(db, 'signing', () => randomBytes(SECRET_BYTES).toString('hex'))
}
