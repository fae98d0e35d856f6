import type { AppError } from '#shared/app-error.ts'
import { z } from 'zod/mini'
import { batchTaskSchema } from '#shared/api/generation.ts'
import { pointsSchema } from '#shared/api/user.ts'
import { BIZ_TYPES } from '#shared/domain/task.ts'
import { defineRecord } from '#shared/storage/define-record.ts'
import { settingsSchema } from '#shared/storage/settings-schema.ts'

const appErrorSchema = z.custom<AppError>((value) => typeof value === 'object' && value !== null && 'code' in value && 'retry' in value)

/** Who the hub speaks for; written by the page, because a worker sees neither cookies nor localStorage. */
export const identityRecord = defineRecord({
  version: 1,
  schema: z.object({
    userToken: z.string(),
    appInstanceId: z.string(),
    businessUserId: z.string(),
    epoch: z.number(),
    deviceSize: z.string(),
    language: z.string(),
    appVersion: z.string(),
  }),
  fallback: () => ({ userToken: '', appInstanceId: '', businessUserId: '', epoch: 0, deviceSize: '', language: 'en', appVersion: '' }),
})
export type Identity = z.infer<typeof identityRecord.schema>

/** A commit on its way, with its picture and, once frozen, the exact body that is sent. */
export const outboxRecord = defineRecord({
  version: 1,
  schema: z.object({
    id: z.string(),
    bizType: z.enum(BIZ_TYPES),
    state: z.enum(['queued', 'preparing', 'sending', 'unknown', 'refused']),
    settings: settingsSchema,
    priceCeiling: z.number(),
    picture: z.object({
      blob: z.custom<Blob>((value) => value instanceof Blob),
      name: z.string(),
      sha256: z.string(),
      width: z.number(),
      height: z.number(),
    }),
    fileUrl: z.nullable(z.string()),
    body: z.nullable(z.string()),
    createdAtMs: z.number(),
    error: z.nullable(appErrorSchema),
  }),
  fallback: (): never => {
    throw new Error('an outbox row has no fallback')
  },
})
export type OutboxRow = z.infer<typeof outboxRecord.schema>

const trackedSchema = z.object({
  batchId: z.string(),
  bizType: z.enum(BIZ_TYPES),
  expireAt: z.number(),
  commitId: z.string(),
  settings: settingsSchema,
  points: z.number(),
  sourceUrl: z.string(),
  width: z.number(),
  height: z.number(),
  acceptedAtMs: z.number(),
  tasks: z.array(batchTaskSchema),
})

/** The background task pool. `polledAtMs` keeps the rhythm over a restart of the worker. */
export const taskPoolRecord = defineRecord({
  version: 1,
  schema: z.object({ batches: z.array(trackedSchema), polledAtMs: z.number() }),
  fallback: () => ({ batches: [], polledAtMs: 0 }),
})
export type TrackedBatchRow = z.infer<typeof trackedSchema>
export type TaskPool = z.infer<typeof taskPoolRecord.schema>

/** A finished task and whether its end was announced. */
export const announcedRecord = defineRecord({
  version: 1,
  schema: z.object({
    taskId: z.string(),
    batchId: z.string(),
    bizType: z.enum(BIZ_TYPES),
    status: z.enum(['SUCCESS', 'FAILED']),
    errorMsg: z.nullable(z.string()),
    settings: settingsSchema,
    points: z.number(),
    sourceUrl: z.string(),
    width: z.number(),
    height: z.number(),
    finishedAtMs: z.number(),
    announcedBy: z.nullable(z.string()),
    isDismissed: z.boolean(),
  }),
  fallback: (): never => {
    throw new Error('a finished task has no fallback')
  },
})

export type FinishedRow = z.infer<typeof announcedRecord.schema>

/** The last known balance, so that an offline start can show it. */
export const creditsRecord = defineRecord({ version: 1, schema: z.nullable(pointsSchema), fallback: () => null })
