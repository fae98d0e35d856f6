import { z } from 'zod/mini'
import * as numbers from '#shared/numbers.ts'
import { defineRecord } from './records.ts'

/** A share from another app: pictures, text, or both. */
export const shareRecord = defineRecord({
  version: 1,
  schema: z.object({ images: z.array(z.instanceof(File)), words: z.string(), sharedAtMs: numbers.time() }),
  fallback: (): never => {
    throw new Error('a share has no fallback')
  },
})
export type Share = z.infer<typeof shareRecord.schema>
