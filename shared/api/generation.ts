import { z } from 'zod/mini'
import * as numbers from '#shared/numbers.ts'
import { defineCall, plainText } from './define-call.ts'
import { motionControlsSchema } from './motion-controls.ts'
import { DEFAULT_AI_MUSIC, DURATIONS, MAX_PROMPT_LENGTH, MAX_SEED, RESOLUTIONS, VIDEO_COUNTS } from '#shared/domain/generation-options.ts'
import { MAX_AMOUNT } from '#shared/domain/number-bounds.ts'
import { BIZ_TYPES, HISTORY_SEARCH_MAX_LENGTH, TASK_STATES } from '#shared/domain/task.ts'

/** Why an engine accepts no tasks: it is unreachable, or rejects this server's key or account. */
export const AWAY_REASONS = ['unreachable', 'not_ready'] as const
export type AwayReason = (typeof AWAY_REASONS)[number]

export const modelSeriesSchema = z.lazy(() =>
  z.object({
    modelName: z.string(),
    title: z.optional(z.string()),
    /** One line: the purpose that the model suits best. */
    bestAt: z.optional(z.string()),
    /** The median time from commit to video among the model's recent videos, in ms; absent without recent videos. */
    waitMs: z.optional(numbers.durationMs()),
    /** Present while the engine accepts no tasks; a new task waits. */
    away: z.optional(z.object({ reason: z.string(), sinceMs: numbers.time() })),
    /** False if the model does not support a last picture. */
    endFrame: z.optional(z.boolean()),
    /** Names of the controls that the model supports. An older page ignores new names. */
    controls: z._default(z.array(z.string()), []),
    durationOptions: z.array(
      z.object({
        value: z.enum(DURATIONS),
        isDefault: z.boolean(),
        resolutionOptions: z.array(z.object({ value: z.enum(RESOLUTIONS), isDefault: z.boolean(), points: numbers.price() })),
      }),
    ),
  }),
)

export const videoParametersSchema = z.lazy(() =>
  z.object({ series: z.array(modelSeriesSchema), videoNumOptions: z.array(numbers.count()) }),
)
export type VideoParameters = z.infer<typeof videoParametersSchema>

/** Loads the options of the image-to-video form: models with their durations, resolutions and points. */
export const getVideoParameters = defineCall({
  method: 'GET',
  base: 'main',
  path: '/ai/i2v/config/video/parameter',
  input: z.lazy(() => z.object({})),
  data: videoParametersSchema,
})

/** Loads the options of the start and end frame form, in the shape of `getVideoParameters`. */
export const getHeadTailParameters = defineCall({
  method: 'GET',
  base: 'main',
  path: '/ai/i2v/config/head_tail/parameter',
  input: z.lazy(() => z.object({})),
  data: videoParametersSchema,
})

const imagesSchema = (count: number) => z.array(plainText(500)).check(z.length(count))

/**
 * The seed of every random choice. The video uses the seed of its sketch, so that both are alike. Without a seed the server chooses one.
 */
const seedSchema = z.optional(numbers.wholeNumber(0, MAX_SEED))

const controlsSchema = z.optional(motionControlsSchema)

const commitFields = {
  prompt: plainText(MAX_PROMPT_LENGTH),
  duration: z.enum(DURATIONS),
  resolution: z.enum(RESOLUTIONS),
  videoNum: z.literal(VIDEO_COUNTS),
  /** The points that the user agreed to for the whole commit. The server rejects a higher price with H3000 on this field. */
  priceCeiling: z.optional(numbers.wholeNumber(0, MAX_AMOUNT)),
  /** While the engine of the model is unreachable, another suitable model may render the video for at most the same points. */
  mayMove: z.optional(z.boolean()),
}

const modelFields = {
  ...commitFields,
  modelName: plainText(100),
  extParams: z.object({ imageFidelity: z.number().check(z.minimum(0), z.maximum(1)), seed: seedSchema, controls: controlsSchema }),
}

export const generateCustomInputSchema = z.lazy(() => z.object({ ...modelFields, images: imagesSchema(1) }))
export type GenerateCustomInput = z.infer<typeof generateCustomInputSchema>

/** The first and the last picture. Without a prompt the server chooses the transition. */
export const generateHeadTailInputSchema = z.lazy(() =>
  z.object({
    ...modelFields,
    prompt: z._default(plainText(MAX_PROMPT_LENGTH), ''),
    images: imagesSchema(2),
  }),
)
export type GenerateHeadTailInput = z.infer<typeof generateHeadTailInputSchema>

export const generateTemplateInputSchema = z.lazy(() =>
  z.object({
    ...commitFields,
    templateId: plainText(64, 1),
    images: imagesSchema(1),
    aiMusic: z._default(z.literal([0, 1]), DEFAULT_AI_MUSIC),
    extParams: z.optional(z.object({ seed: seedSchema, controls: controlsSchema })),
  }),
)
export type GenerateTemplateInput = z.infer<typeof generateTemplateInputSchema>

export const generationAcceptedSchema = z.lazy(() => z.object({ batchId: z.string(), taskIds: z.array(z.string()) }))
export type GenerationAccepted = z.infer<typeof generationAcceptedSchema>

export const generateCustom = defineCall({
  method: 'POST',
  base: 'main',
  path: '/ai/i2v/gen/custom',
  input: generateCustomInputSchema,
  data: generationAcceptedSchema,
  idempotent: true,
})

export const generateHeadTail = defineCall({
  method: 'POST',
  base: 'main',
  path: '/ai/i2v/gen/head_tail',
  input: generateHeadTailInputSchema,
  data: generationAcceptedSchema,
  idempotent: true,
})

/** Commits videos of an effect. H4001: no such effect. */
export const generateTemplate = defineCall({
  method: 'POST',
  base: 'main',
  path: '/ai/i2v/gen/template',
  input: generateTemplateInputSchema,
  data: generationAcceptedSchema,
  idempotent: true,
})

/** The stage of a running task. */
export const TASK_STAGES = ['queued', 'preparing', 'rendering', 'finishing'] as const
export type TaskStage = (typeof TASK_STAGES)[number]

export const batchTaskSchema = z.lazy(() =>
  z.object({
    id: z.string(),
    status: z.enum(TASK_STATES),
    bizType: z.enum(BIZ_TYPES),
    errorMsg: z.nullable(z.string()),
    stage: z.nullable(z.enum(TASK_STAGES)),
    queuePosition: z.nullable(numbers.count()),
    elapsedMs: z.nullable(numbers.durationMs()),
    /** The completed share of the work, 0 to 1; null while the task waits or the engine reports none. */
    progress: z._default(z.nullable(numbers.fraction()), null),
    /** The time left at the speed measured so far, in ms; null before a measurement. */
    leftMs: z._default(z.nullable(numbers.durationMs()), null),
    isEngineAway: z.optional(z.boolean()),
  }),
)
export type BatchTask = z.infer<typeof batchTaskSchema>

/** The fields of a task's progress before the server's first answer. */
export const UNREPORTED_TASK = { errorMsg: null, stage: null, queuePosition: null, elapsedMs: null, progress: null, leftMs: null } as const

export const batchSchema = z.lazy(() => z.object({ batchId: z.string(), tasks: z.array(batchTaskSchema) }))

export const queryBatch = defineCall({
  method: 'GET',
  base: 'main',
  path: '/ai/i2v/query/batch',
  input: z.lazy(() => z.object({ batchId: plainText(64) })),
  data: batchSchema,
})

export const creationSchema = z.lazy(() =>
  z.object({
    id: z.string(),
    bizType: z.enum(BIZ_TYPES),
    status: z.enum(TASK_STATES),
    templateId: z.nullable(z.string()),
    templateName: z.nullable(z.string()),
    previewImageUrl: z.nullable(z.string()),
    videoUrl: z.nullable(z.string()),
    videoDownloadUrl: z.nullable(z.string()),
    srcImage: z.array(z.string()),
    prompt: z.string(),
    modelName: z.string(),
    /** The model that renders the video while the chosen model is unreachable. */
    movedTo: z.optional(z.string()),
    duration: z.enum(DURATIONS),
    resolution: z.enum(RESOLUTIONS),
    videoNum: numbers.count(),
    aiMusic: z.literal([0, 1]),
    isCollect: z.boolean(),
    batchId: z.string(),
    params: z.object({ imageFidelity: z.optional(numbers.fraction()), controls: controlsSchema }),
    /** The seed of the video. The same seed and settings produce the same video again. */
    seed: z.optional(z.number().check(...numbers.clamp(0, MAX_SEED))),
    /** Size of the video in px, to reserve its box before it loads. */
    width: z.nullable(numbers.sidePx()),
    height: z.nullable(numbers.sidePx()),
    /** The creation whose video was edited into this one on a device. */
    editedFrom: z.optional(z.nullable(z.string())),
    errorMsg: z.nullable(z.string()),
    points: numbers.amount(),
    pointsReturned: numbers.amount(),
    createdAt: numbers.time(),
    finishedAt: z.nullable(numbers.time()),
  }),
)
export type Creation = z.infer<typeof creationSchema>

export const queryTask = defineCall({
  method: 'GET',
  base: 'main',
  path: '/ai/i2v/query',
  input: z.lazy(() => z.object({ taskId: plainText(64) })),
  data: creationSchema,
})

/**
 * Stores an edit of `originId` from a device as a new creation with the same settings. Only for accounts; costs no points. The same bytes
 * return the same creation. H4001: no such creation. H4022: above the daily limit.
 */
export const storeEdited = defineCall({
  method: 'POST',
  base: 'main',
  path: '/ai/i2v/edited',
  input: z.lazy(() => z.object({ originId: plainText(64, 1), file: z.instanceof(File) })),
  data: creationSchema,
  isForm: true,
})

const MAX_HISTORY_PAGE = 999

export const historySchema = z.lazy(() => z.object({ data: z.array(creationSchema), totalSize: numbers.count() }))
export type History = z.infer<typeof historySchema>

/** The caller's creations, newest first; `taskStatus` ALL means no filter. */
export const getHistory = defineCall({
  method: 'GET',
  base: 'main',
  path: '/ai/i2v/history',
  input: z.lazy(() =>
    z.object({
      curPage: numbers.page(),
      pageSize: numbers.queryNumber(1, MAX_HISTORY_PAGE),
      taskStatus: z.enum(['ALL', ...TASK_STATES]),
      isCollect: z.optional(z.enum(['1', '0'])),
      bizType: z.optional(z.enum(BIZ_TYPES)),
      search: z.optional(plainText(HISTORY_SEARCH_MAX_LENGTH)),
    }),
  ),
  data: historySchema,
})

/**
 * Cancels a waiting or running task and returns its reserved points. A repeated call returns the same answer. H4021: the task has ended.
 */
export const cancelTask = defineCall({
  method: 'POST',
  base: 'main',
  path: '/ai/i2v/cancel',
  input: z.lazy(() => z.object({ taskId: plainText(64) })),
  data: z.lazy(() => z.object({ pointsReturned: numbers.amount() })),
})

const idsSchema = z.lazy(() => z.array(plainText(64, 1)).check(z.minLength(1), z.maxLength(100)))

/** Adds creations to the collection (op 1) or removes them (op 0). Idempotent. */
export const collectCreations = defineCall({
  method: 'POST',
  base: 'main',
  path: '/ai/i2v/collect',
  input: z.lazy(() => z.object({ ids: idsSchema, op: z.literal([0, 1]) })),
  data: z.lazy(() => z.object({})),
})

/** Deletes ended creations from the history; they can be restored for 10 minutes. Idempotent. H4021: one of them has not ended. */
export const deleteCreations = defineCall({
  method: 'POST',
  base: 'main',
  path: '/ai/i2v/delete',
  input: z.lazy(() => z.object({ ids: idsSchema })),
  data: z.lazy(() => z.object({})),
})

/** Restores creations that were deleted in the last 10 minutes. H4001: one of them can no longer be restored. */
export const restoreCreations = defineCall({
  method: 'POST',
  base: 'main',
  path: '/ai/i2v/restore',
  input: z.lazy(() => z.object({ ids: idsSchema })),
  data: z.lazy(() => z.object({})),
})
