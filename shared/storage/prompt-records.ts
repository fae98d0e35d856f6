import { z } from 'zod/mini'
import * as numbers from '#shared/numbers.ts'
import { defineRecord } from './records.ts'

/** The prompts of one kind of form, newest first. */
export const promptHistoryRecord = defineRecord({
  version: 1,
  schema: z.object({ prompts: z.array(z.string()) }),
  fallback: () => ({ prompts: [] }),
})

/** The prompt words last sent by the server. */
export const promptWordsRecord = defineRecord({
  version: 1,
  schema: z.object({ words: z.array(z.string()), storedAtMs: numbers.time() }),
  fallback: (): never => {
    throw new Error('stored words have no fallback')
  },
})
