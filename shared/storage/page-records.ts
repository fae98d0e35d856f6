import { z } from 'zod/mini'
import * as numbers from '#shared/numbers.ts'
import { creationSchema, videoParametersSchema } from '#shared/api/generation.ts'
import { templateSchema } from '#shared/api/templates.ts'
import { defineRecord } from './records.ts'

/** The newest creations of one identity, for an offline start. */
export const storedHistoryRecord = defineRecord({
  version: 1,
  schema: z.object({ owner: z.string(), creations: z.array(creationSchema), totalSize: numbers.count(), storedAtMs: numbers.time() }),
  fallback: () => ({ owner: '', creations: [], totalSize: 0, storedAtMs: 0 }),
})

/** The last answer with the options of a tool's form. Version 1 lacks controls and is not migrated. */
export const storedParametersRecord = defineRecord({
  version: 2,
  schema: z.object({ parameters: videoParametersSchema, storedAtMs: numbers.time() }),
  fallback: (): never => {
    throw new Error('stored parameters have no fallback')
  },
})

/** One gallery list as the server last sent it; the same for every identity. */
export const templateListRecord = defineRecord({
  version: 1,
  schema: z.object({ items: z.array(templateSchema), totalSize: numbers.count(), storedAtMs: numbers.time() }),
  fallback: (): never => {
    throw new Error('a stored shelf has no fallback')
  },
})
export type StoredTemplateList = z.infer<typeof templateListRecord.schema>
