import type { ZodMiniType } from 'zod/mini'
import type { StoredRecord } from '#shared/storage/define-record.ts'
import { z } from 'zod/mini'
import { transactionSchema } from '#shared/api/payments.ts'
import { ledgerEntrySchema } from '#shared/api/user.ts'
import { defineRecord } from '#shared/storage/define-record.ts'

/** The newest rows of a billing list, their owner, and when the server sent them (ms since 1970). */
export interface StoredList<T> {
  readonly owner: string
  readonly items: readonly T[]
  /** The server has older rows. */
  readonly hasNext: boolean
  readonly storedAtMs: number
}

function listRecord<T>(item: ZodMiniType<T>): StoredRecord<StoredList<T>> {
  return defineRecord({
    version: 1,
    schema: z.object({ owner: z.string(), items: z.array(item), hasNext: z.boolean(), storedAtMs: z.number() }),
    fallback: () => ({ owner: '', items: [], hasNext: false, storedAtMs: 0 }),
  })
}

export const storedLedgerRecord = listRecord(ledgerEntrySchema)
/** One record for each kind of history. */
export const storedTransactionsRecord = listRecord(transactionSchema)
