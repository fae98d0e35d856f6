import { z } from 'zod/mini'
import { creationSchema, videoParametersSchema } from '#shared/api/generation.ts'
import { defineRecord } from '#shared/storage/define-record.ts'
import { settingsSchema } from '#shared/storage/settings-schema.ts'

const rectSchema = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() })

/** The unfinished form of a tool; its prepared picture has been checked already and is kept as it is sent. */
export const draftRecord = defineRecord({
  version: 1,
  schema: z.object({
    settings: settingsSchema,
    picture: z.nullable(
      z.object({
        name: z.string(),
        image: z.object({
          blob: z.custom<Blob>((value) => value instanceof Blob),
          width: z.number(),
          height: z.number(),
          sha256: z.string(),
          sourceBytes: z.number(),
          sourceWidth: z.number(),
          sourceHeight: z.number(),
          cut: z.nullable(rectSchema),
          shrinkPasses: z.number(),
          isFirstFrameOnly: z.boolean(),
        }),
      }),
    ),
  }),
  fallback: (): never => {
    throw new Error('a draft has no fallback')
  },
})
export type Draft = z.infer<typeof draftRecord.schema>

/** The newest creations of one identity, so that an offline start can show them. */
export const storedHistoryRecord = defineRecord({
  version: 1,
  schema: z.object({ owner: z.string(), creations: z.array(creationSchema), totalSize: z.number(), storedAtMs: z.number() }),
  fallback: () => ({ owner: '', creations: [], totalSize: 0, storedAtMs: 0 }),
})

/** The last answer of the prepare call. */
export const storedParametersRecord = defineRecord({
  version: 1,
  schema: z.object({ parameters: videoParametersSchema, storedAtMs: z.number() }),
  fallback: (): never => {
    throw new Error('stored parameters have no fallback')
  },
})
