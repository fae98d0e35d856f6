import { z } from 'zod/mini'
import { getSkus } from '#shared/api/catalogue.ts'
import { defineRecord } from '#shared/storage/define-record.ts'

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
