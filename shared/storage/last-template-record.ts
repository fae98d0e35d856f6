import { z } from 'zod/mini'
import * as numbers from '#shared/numbers.ts'
import { defineRecord } from './records.ts'

/** The effect that was chosen last. */
export const lastTemplateRecord = defineRecord({
  version: 1,
  schema: z.object({ templateId: z.string(), templateName: z.string(), chosenAtMs: numbers.time() }),
  fallback: (): never => {
    throw new Error('the last effect has no fallback')
  },
})
export type LastTemplate = z.infer<typeof lastTemplateRecord.schema>
