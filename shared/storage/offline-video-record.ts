import { z } from 'zod/mini'
import * as numbers from '#shared/numbers.ts'
import { creationSchema } from '#shared/api/generation.ts'
import { defineRecord } from './records.ts'

/** A creation stored offline, with its settings. Its files are in the cache, under `paths`. */
export const offlineVideoRecord = defineRecord({
  version: 1,
  schema: z.object({
    /** The owner's account, '' for the visitor of this browser. */
    owner: z.string(),
    creation: creationSchema,
    paths: z.array(z.string()),
    bytes: numbers.sizeBytes(),
    /** The time, by this device's clock, when the video was stored; in ms since 1970. */
    keptAtMs: numbers.time(),
    lastUsedAtMs: numbers.time(),
    isPinned: z.boolean(),
  }),
  fallback: (): never => {
    throw new Error('a kept video has no fallback')
  },
})
export type OfflineVideo = z.infer<typeof offlineVideoRecord.schema>

/** The paths of files whose records are deleted. If a tab ends before it deletes the files, the next tab deletes them. */
export const filesToRemoveRecord = defineRecord({
  version: 1,
  schema: z.object({ paths: z.array(z.string()) }),
  fallback: () => ({ paths: [] }),
})

export const offlineCheckRecord = defineRecord({
  version: 1,
  schema: z.object({ atMs: numbers.time() }),
  fallback: () => ({ atMs: 0 }),
})

/** Whether new videos are saved automatically, and which finished tasks were handled. */
export const saveAllRecord = defineRecord({
  version: 1,
  schema: z.object({ isOn: z.boolean(), sinceMs: numbers.time(), seenTasks: z.array(z.string()) }),
  fallback: () => ({ isOn: false, sinceMs: 0, seenTasks: [] }),
})
export type SaveAll = z.infer<typeof saveAllRecord.schema>
