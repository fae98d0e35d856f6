import { z } from 'zod/mini'
import * as numbers from '#shared/numbers.ts'
import { defineRecord } from './records.ts'

/** What was made of a video in the editor. It is on this device alone. */
export const madeMediaRecord = defineRecord({
  version: 1,
  schema: z.object({
    id: z.string(),
    /** The account it belongs to, '' for the visitor of this browser. */
    owner: z.string(),
    /** The creation it was made from; absent in records of an earlier version. */
    originId: z.optional(z.string()),
    /** Its file name. */
    name: z.string(),
    blob: z.instanceof(Blob),
    width: numbers.sidePx(),
    height: numbers.sidePx(),
    frames: numbers.count(),
    /** By this device's clock. */
    madeAtMs: numbers.time(),
  }),
  fallback: (): never => {
    throw new Error('an edited video has no fallback')
  },
})
export type MadeItem = z.infer<typeof madeMediaRecord.schema>
