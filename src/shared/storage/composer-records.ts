import { z } from 'zod/mini'
import { defineRecord } from '#shared/storage/define-record.ts'

/** The prompts of one kind of form, newest first. */
export const promptHistoryRecord = defineRecord({
  version: 1,
  schema: z.object({ prompts: z.array(z.string()) }),
  fallback: () => ({ prompts: [] }),
})

/** The prompt words last sent by the server. */
export const promptWordsRecord = defineRecord({
  version: 1,
  schema: z.object({ words: z.array(z.string()), storedAtMs: z.number() }),
  fallback: (): never => {
    throw new Error('stored words have no fallback')
  },
})

/** The effect that was chosen last. */
export const lastTemplateRecord = defineRecord({
  version: 1,
  schema: z.object({ templateId: z.string(), templateName: z.string(), chosenAtMs: z.number() }),
  fallback: (): never => {
    throw new Error('the last effect has no fallback')
  },
})
export type LastTemplate = z.infer<typeof lastTemplateRecord.schema>
