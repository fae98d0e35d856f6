import { z } from 'zod/mini'
import * as numbers from '#shared/numbers.ts'
import { defineRecord } from './records.ts'

/** A result of the editor. Only this device has it. */
export const madeMediaRecord = defineRecord({
  version: 1,
  schema: z.object({
    id: z.string(),
    /** The owner's account, '' for the visitor of this browser. */
    owner: z.string(),
    /** The source creation; absent in older records. */
    originId: z.optional(z.string()),
    name: z.string(),
    blob: z.instanceof(Blob),
    width: numbers.sidePx(),
    height: numbers.sidePx(),
    frames: numbers.count(),
    /** The time, by this device's clock, when the result was made; in ms since 1970. */
    madeAtMs: numbers.time(),
  }),
  fallback: (): never => {
    throw new Error('an edited video has no fallback')
  },
})
export type MadeItem = z.infer<typeof madeMediaRecord.schema>
