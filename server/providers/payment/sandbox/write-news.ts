import type { Transaction } from '#server/database/database.ts'
import { sandboxNews } from '#server/database/sandbox-schema.ts'
import { makeId } from '#server/services/context/make-id.ts'

export interface News {
  readonly sessionId: string
  readonly type: string
  readonly data: object
  /** When it came about. */
  readonly atMs: number
  /** When it is to be brought first; null keeps it back. */
  readonly dueAtMs: number | null
}

/** Notes what the merchant is to be told, with the change it tells of. */
export async function writeNews(tx: Transaction, { sessionId, type, data, atMs, dueAtMs }: News): Promise<void> {
  const id = makeId()
  const body = JSON.stringify({ id, type, created: new Date(atMs).toISOString(), data })
  await tx.insert(sandboxNews).values({ id, sessionId, type, body, createdAtMs: atMs, dueAtMs })
}
