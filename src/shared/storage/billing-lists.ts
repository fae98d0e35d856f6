import { type ZodMiniType, z } from 'zod/mini'
import { transactionSchema } from '#shared/api/payments.ts'
import { ledgerEntrySchema } from '#shared/api/user.ts'
import { getSkus } from '#shared/api/catalogue.ts'
import { type StoredRecord, defineRecord } from './define-record.ts'

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

/** Prices depend on the account: members pay less for packs. */
export const catalogueRecord = defineRecord({
  version: 1,
  schema: z.object({
    owner: z.string(),
    pages: z.object({ page1: getSkus.data, page2: getSkus.data, page3: getSkus.data }),
    storedAtMs: z.number(),
  }),
  fallback: (): never => {
    throw new Error('a stored catalogue has no fallback')
  },
})
export type StoredCatalogue = z.infer<typeof catalogueRecord.schema>
export type CataloguePages = StoredCatalogue['pages']
