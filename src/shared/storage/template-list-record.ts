import { z } from 'zod/mini'
import { templateSchema } from '#shared/api/templates.ts'
import { defineRecord } from '#shared/storage/define-record.ts'

/** One gallery list as the server last sent it; the same for every identity. */
export const templateListRecord = defineRecord({
  version: 1,
  schema: z.object({ items: z.array(templateSchema), totalSize: z.number(), storedAtMs: z.number() }),
  fallback: (): never => {
    throw new Error('a stored shelf has no fallback')
  },
})
export type StoredTemplateList = z.infer<typeof templateListRecord.schema>
