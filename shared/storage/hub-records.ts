import { catch as orElse, z } from 'zod/mini'
import * as numbers from '#shared/numbers.ts'
import { batchTaskSchema } from '#shared/api/generation.ts'
import { pointsSchema } from '#shared/api/user.ts'
import { APP_ERROR_CODES } from '#shared/result.ts'
import { UNKNOWN_CODE } from '#shared/error-codes.ts'
import { BIZ_TYPES } from '#shared/domain/task.ts'
import { defineRecord } from './records.ts'
import { settingsSchema } from './settings-schema.ts'

/** A code that this build does not know becomes an unknown error, so that the row stays readable. */
const appErrorSchema = orElse(
  z.object({
    code: orElse(z.enum(APP_ERROR_CODES), UNKNOWN_CODE),
    retry: z.enum(['never', 'now', 'later']),
    afterMs: z.exactOptional(numbers.durationMs()),
    message: z.exactOptional(z.string()),
    detail: z.exactOptional(z.string()),
    fields: z.exactOptional(z.readonly(z.array(z.string()))),
  }),
  { code: UNKNOWN_CODE, retry: 'never' },
)

/** The identity with which the hub calls the server. The page writes it, because a worker can read neither cookies nor localStorage. */
export const identityRecord = defineRecord({
  version: 1,
  schema: z.object({
    userToken: z.string(),
    appInstanceId: z.string(),
    businessUserId: z.string(),
    epoch: numbers.sequence(),
    deviceSize: z.string(),
    language: z.string(),
    appVersion: z.string(),
  }),
  fallback: () => ({ userToken: '', appInstanceId: '', businessUserId: '', epoch: 0, deviceSize: '', language: 'en', appVersion: '' }),
})
export type Identity = z.infer<typeof identityRecord.schema>

/**
 * The hub worker that finds the records deleted writes this, so that the next hub worker does not reuse its fence and epoch. `isFollowed`:
 * the running tasks were searched for in the server's history.
 */
export const clearedRecord = defineRecord({
  version: 1,
  schema: z.nullable(z.object({ atMs: numbers.time(), fence: numbers.sequence(), epoch: numbers.sequence(), isFollowed: z.boolean() })),
  fallback: () => null,
})
export type Cleared = NonNullable<z.infer<typeof clearedRecord.schema>>

/** The key of an identity's records: its account, or this browser's visitor. */
export function accountOf({ businessUserId, userToken }: Pick<Identity, 'businessUserId' | 'userToken'>): string {
  return businessUserId === '' ? `visitor:${userToken}` : `account:${businessUserId}`
}

/** The account of rows that older builds stored without an account. They belong to any user of this browser. */
export const ANYBODY = ''

const pictureSchema = z.object({
  blob: z.instanceof(Blob),
  name: z.string(),
  sha256: z.string(),
  width: numbers.sidePx(),
  height: numbers.sidePx(),
})

/**
 * A commit in the outbox, with its pictures. `body` is the exact body after the commit was frozen for sending. Version 3 added the last
 * picture, so that older builds do not send the row.
 */
export const outboxRecord = defineRecord({
  version: 3,
  schema: z.object({
    id: z.string(),
    account: z.string(),
    bizType: z.enum(BIZ_TYPES),
    state: z.enum(['queued', 'preparing', 'sending', 'unknown', 'refused']),
    settings: settingsSchema,
    priceCeiling: numbers.amount(),
    picture: pictureSchema,
    lastPicture: z.nullable(pictureSchema),
    /** The server's addresses of the pictures; null before their upload. */
    fileUrl: z.nullable(z.string()),
    lastFileUrl: z.nullable(z.string()),
    body: z.nullable(z.string()),
    createdAtMs: numbers.time(),
    /** The position of the commit in the order of sending. */
    position: numbers.sequence(),
    /** When the body was frozen; from then on the server may have received it. */
    frozenAtMs: z.nullable(numbers.time()),
    error: z.nullable(appErrorSchema),
  }),
  fallback: (): never => {
    throw new Error('an outbox row has no fallback')
  },
  migrate: (fromVersion, data) => {
    const row = { ...(data as OutboxRowOfVersion1), lastPicture: null, lastFileUrl: null }
    if (fromVersion > 1) return row
    return { ...row, account: ANYBODY, position: row.createdAtMs, frozenAtMs: row.body === null ? null : row.createdAtMs }
  },
})
export type OutboxRow = z.infer<typeof outboxRecord.schema>

interface OutboxRowOfVersion1 {
  readonly createdAtMs: number
  readonly body: string | null
}

/** A mutation as the page sends it to the hub. */
export const mutationSchema = z.union([
  z.object({ kind: z.literal('collect'), ids: z.array(z.string()), op: z.literal([0, 1]) }),
  z.object({ kind: z.literal(['delete', 'restore']), ids: z.array(z.string()) }),
  z.object({ kind: z.literal('cancel'), taskId: z.string() }),
  z.object({ kind: z.literal('contact'), email: z.string(), subject: z.string(), message: z.string() }),
  z.object({ kind: z.literal('subscribe'), email: z.string() }),
])

/** A mutation that the server has not confirmed, or has rejected (`refused`). */
export const mutationRecord = defineRecord({
  version: 1,
  schema: z.object({
    id: z.string(),
    account: z.string(),
    mutation: mutationSchema,
    state: z.enum(['queued', 'sending', 'unknown', 'refused']),
    createdAtMs: numbers.time(),
    error: z.nullable(appErrorSchema),
  }),
  fallback: (): never => {
    throw new Error('a mutation has no fallback')
  },
})
export type MutationRow = z.infer<typeof mutationRecord.schema>

const acceptedFields = {
  batchId: z.string(),
  account: z.string(),
  bizType: z.enum(BIZ_TYPES),
  settings: settingsSchema,
  points: numbers.amount(),
  sourceUrl: z.string(),
  width: numbers.sidePx(),
  height: numbers.sidePx(),
  /** The end picture of a HEAD_TAIL video. */
  lastSource: z.optional(z.object({ url: z.string(), width: numbers.sidePx(), height: numbers.sidePx() })),
}

const trackedSchema = z.object({
  ...acceptedFields,
  expireAt: numbers.time(),
  commitId: z.string(),
  acceptedAtMs: numbers.time(),
  tasks: z.array(batchTaskSchema),
})

/** The task pool: the accepted batches that the hub polls. `polledAtMs` preserves the polling interval across a restart of the worker. */
export const taskPoolRecord = defineRecord({
  version: 2,
  schema: z.object({ batches: z.array(trackedSchema), polledAtMs: numbers.time() }),
  fallback: () => ({ batches: [], polledAtMs: 0 }),
  migrate: (_version, data) => {
    const { batches, polledAtMs } = data as { batches: object[]; polledAtMs: number }
    return { batches: batches.map((batch) => Object.assign({}, batch, { account: ANYBODY })), polledAtMs }
  },
})
export type TrackedBatchRow = z.infer<typeof trackedSchema>
export type TaskPool = z.infer<typeof taskPoolRecord.schema>

/** A batch that exceeded its time in the task pool; the hub searches the history for it. */
export const overdueRecord = defineRecord({
  version: 1,
  schema: z.extend(trackedSchema, { askedAtMs: numbers.time() }),
  fallback: (): never => {
    throw new Error('an overdue batch has no fallback')
  },
})
export type OverdueRow = z.infer<typeof overdueRecord.schema>

/** A finished task and whether its end was announced. */
export const announcedRecord = defineRecord({
  version: 2,
  schema: z.object({
    ...acceptedFields,
    taskId: z.string(),
    commitId: z.optional(z.string()),
    status: z.enum(['SUCCESS', 'FAILED']),
    errorMsg: z.nullable(z.string()),
    finishedAtMs: numbers.time(),
    announcedBy: z.nullable(z.string()),
    isDismissed: z.boolean(),
  }),
  fallback: (): never => {
    throw new Error('a finished task has no fallback')
  },
  migrate: (_version, data) => ({ ...(data as object), account: ANYBODY }),
})

export type FinishedRow = z.infer<typeof announcedRecord.schema>

/** The end of a task that Web Push announced. */
export const pushedRecord = defineRecord({
  version: 1,
  schema: z.object({ taskId: z.string(), pushedAtMs: numbers.time(), isSeen: z.boolean() }),
  fallback: (): never => {
    throw new Error('a note of a push has no fallback')
  },
})

/** The last known balance, for an offline start. */
export const creditsRecord = defineRecord({ version: 1, schema: z.nullable(pointsSchema), fallback: () => null })
