import { z } from 'zod/mini'
import * as numbers from '#shared/numbers.ts'
import { defineRecord } from './records.ts'

/** A music file that the user chose for a video that does not exist yet. */
export const ownMusicRecord = defineRecord({
  version: 1,
  schema: z.object({
    id: z.string(),
    owner: z.string(),
    file: z.instanceof(Blob),
    /** The time, by this device's clock, when the file was stored; in ms since 1970. */
    keptAtMs: numbers.time(),
  }),
  fallback: (): never => {
    throw new Error('a music file has no fallback')
  },
})
