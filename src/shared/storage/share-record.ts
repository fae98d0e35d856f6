import { z } from 'zod/mini'
import { defineRecord } from './records.ts'

/** A share from another app: pictures, text, or both. */
export const shareRecord = defineRecord({
  version: 1,
  schema: z.object({ images: z.array(z.instanceof(File)), words: z.string(), sharedAtMs: z.number() }),
  fallback: (): never => {
    throw new Error('a share has no fallback')
  },
})
export type Share = z.infer<typeof shareRecord.schema>
