import { type Transaction, type batch, defineStatement, sql } from '#server/database/database.ts'
import { type Context, type Answer, ok, refuse } from '#server/verbs/verb.ts'
import type * as generation from '#shared/api/generation.ts'
import { offerOf } from '#shared/domain/stand-in-models.ts'
import { fail } from '#shared/result.ts'
import { onceForKey } from '#server/verbs/once-for-key.ts'
import { findEffect } from '#motion/effects/effects.ts'
import { type BizType, FAILURE_WINDOW_MS, MAX_FAILED_GENERATIONS } from '#shared/domain/task.ts'
import { makeId } from '#server/crypto/make-id.ts'
import { makeMediaName } from '#server/media-store/media-name.ts'
import { appendLocked } from '#server/billing/ledger.ts'
import { retryWithRoom } from '#server/media-store/unused-uploads.ts'
import { mediaNames, ownsImages } from '#server/pictures/own-images.ts'
import type { MotionControls } from '#motion/controls/motion-controls.ts'
import { seedOf } from '#motion/random.ts'
import { requireStorage } from '#server/media-store/storage-use.ts'
import { requireOwner } from '#server/verbs/require-owner.ts'
import { type Duration, type Resolution, DEFAULT_IMAGE_FIDELITY, durationSeconds } from '#shared/domain/generation-options.ts'

/**
 * Common steps of all commits: accepts a commit once per key, never above the agreed price, and creates a hold and a queued task per video.
 */
async function acceptCommit(
  ctx: Context,
  ownerId: string,
  request: CommitRequest,
  priceCeiling = Infinity,
): Promise<Answer<generation.GenerationAccepted>> {
  const accept = async (tx: Transaction) => {
    const offer = findOffer(ctx.parameters, request)
    if (!offer.ok) return offer
    if (request.bizType === 'TEMPLATE' && findEffect(request.templateId ?? '') === null) return refuse('H4001', ['templateId'])
    if (offer.value * request.videoNum > priceCeiling) return refuse('H3000', ['priceCeiling'])
    const failureAnswer = await refuseRepeatedFailures(tx, ownerId, ctx.nowMs())
    if (!failureAnswer.ok) return failureAnswer
    const storageAnswer = await requireStorage(tx, ctx, ownerId, 1)
    if (!storageAnswer.ok) return storageAnswer
    return acceptBatch(tx, ctx, ownerId, request, offer.value)
  }
  // A double press sends the same commit id twice, so the commit is accepted once per key.
  const acceptOnce = () => onceForKey<generation.GenerationAccepted>(ctx, ownerId, accept)
  return retryWithRoom(ctx, ownerId, acceptOnce, mediaNames(request.images))
}

/**
 * Refuses with H4045 while an owner has `MAX_FAILED_GENERATIONS` failures within `FAILURE_WINDOW_MS`, with the time until the owner has
 * fewer.
 */
async function refuseRepeatedFailures(tx: Transaction, ownerId: string, nowMs: number): Promise<Answer<null>> {
  const [limitingFailure] = await selectLimitingFailure(tx, { ownerId, afterMs: nowMs - FAILURE_WINDOW_MS })
  if (limitingFailure === undefined) return ok(null)
  return refuse('H4045', undefined, Math.max(1, Number(limitingFailure.failedAtMs) + FAILURE_WINDOW_MS - nowMs))
}

/** The failure with the number `MAX_FAILED_GENERATIONS`, counted back from the newest; none if there are fewer failures. */
const selectLimitingFailure = defineStatement<{ failedAtMs: string }, { ownerId: string; afterMs: number }>(
  'limiting failure',
  (value) => sql`select finished_at_ms as "failedAtMs" from task
    where owner_id = ${value('ownerId')} and status = 'FAILED' and finished_at_ms > ${value('afterMs')}
    order by finished_at_ms desc offset ${sql.raw(String(MAX_FAILED_GENERATIONS - 1))} limit 1`,
)

/** The request of a commit as it is stored, with its picture addresses and its seed. A missing seed is generated. */
type CommitRequest = Omit<typeof batch.$inferInsert, 'id' | 'ownerId' | 'createdAtMs' | 'seed' | 'mayMove'> & {
  readonly seed?: number | undefined
  readonly mayMove?: boolean | undefined
}

interface PackedValues {
  /** Picture names, joined by commas. */
  readonly images: string
  /** The manual settings as JSON. */
  readonly controls: string | null
  readonly tasks: string
}

/** Creates batch, tasks, holds and jobs, all in the caller's transaction. */
async function acceptBatch(
  tx: Transaction,
  ctx: Context,
  ownerId: string,
  request: CommitRequest,
  pointsEach: number,
): Promise<Answer<generation.GenerationAccepted>> {
  const images = mediaNames(request.images)
  if (images === undefined) return refuse('H3000', ['images'])
  const createdAtMs = ctx.nowMs()
  const batchId = makeId()
  const tasks = Array.from({ length: request.videoNum }, (_, variation) => {
    return { id: makeId(), take: variation, points: pointsEach, videoName: makeMediaName('mp4'), posterName: makeMediaName('jpg') }
  })
  const taskIds = tasks.map(({ id }) => id)
  const storedRows = await storeBatch(tx, {
    ...request,
    aiMusic: request.aiMusic ?? 0,
    templateId: request.templateId ?? null,
    seed: request.seed ?? seedOf(batchId) >>> 1,
    mayMove: request.mayMove ?? false,
    controls: request.controls === undefined || request.controls === null ? null : JSON.stringify(request.controls),
    images: images.join(','),
    id: batchId,
    ownerId,
    tasks: JSON.stringify(tasks),
    createdAtMs,
  })
  if (storedRows.length === 0) return refuse('H3000', ['images'])
  const note = `Video, ${durationSeconds(request.duration)} s, ${request.resolution}`
  const holds = taskIds.map((taskId) => ({ kind: 'hold' as const, amount: -pointsEach, taskId, note }))
  const ledgerAnswer = await appendLocked(tx, ownerId, holds, createdAtMs)
  if (!ledgerAnswer.ok) return ledgerAnswer
  await ctx.queue.send(tx, taskIds)
  return ok({ batchId, taskIds })
}

/** Stores the batch with its tasks, or nothing if a picture does not belong to the owner. */
const storeBatch = defineStatement<unknown, Omit<typeof batch.$inferInsert, 'images' | 'controls'> & PackedValues>(
  'batch and its tasks',
  (value) => sql`with stored as (
      insert into batch (id, owner_id, biz_type, model_name, prompt, images, duration, resolution, video_num, image_fidelity, template_id, ai_music,
        seed, controls, may_move, created_at_ms)
      select ${value('id')}, ${value('ownerId')}, ${value('bizType')}, ${value('modelName')},
        ${value('prompt')}, string_to_array(${value('images')}, ','), ${value('duration')},
        ${value('resolution')}, ${value('videoNum')}::int, ${value('imageFidelity')}::double precision,
        ${value('templateId')}, ${value('aiMusic')}::int, ${value('seed')}::int,
        ${value('controls')}::jsonb, ${value('mayMove')}::boolean, ${value('createdAtMs')}::bigint
      where ${ownsImages(value)}
      returning id, owner_id, created_at_ms
    )
    insert into task (id, batch_id, owner_id, take, status, points, video_name, poster_name, created_at_ms)
    select made.id, stored.id, owner_id, take, 'PENDING', points, "videoName", "posterName", created_at_ms
    from stored
    cross join json_to_recordset(${value('tasks')}::json)
      as made (id text, take int, points int, "videoName" text, "posterName" text)
    returning id`,
)

export async function generateCustom({
  ctx,
  input,
}: {
  ctx: Context
  input: generation.GenerateCustomInput
}): Promise<Answer<generation.GenerationAccepted>> {
  const owner = await requireOwner(ctx)
  if (!owner.ok) return owner
  const { extParams, priceCeiling, ...request } = input
  return acceptCommit(ctx, owner.value, { ...request, ...extParams, bizType: 'CUSTOM' }, priceCeiling)
}

export async function generateHeadTail({
  ctx,
  input,
}: {
  ctx: Context
  input: generation.GenerateHeadTailInput
}): Promise<Answer<generation.GenerationAccepted>> {
  const owner = await requireOwner(ctx)
  if (!owner.ok) return owner
  const { extParams, priceCeiling, ...request } = input
  return acceptCommit(ctx, owner.value, { ...request, ...extParams, bizType: 'HEAD_TAIL' }, priceCeiling)
}

/** Accepts a commit for a video of a picture with an effect, by the default model. H4001 for an unknown effect. */
export async function generateTemplate({
  ctx,
  input,
}: {
  ctx: Context
  input: generation.GenerateTemplateInput
}): Promise<Answer<generation.GenerationAccepted>> {
  const owner = await requireOwner(ctx)
  if (!owner.ok) return owner
  const { extParams, priceCeiling, ...request } = input
  const modelName = ctx.parameters.series[0]?.modelName ?? ''
  const fixedOptions = { bizType: 'TEMPLATE' as const, modelName, imageFidelity: DEFAULT_IMAGE_FIDELITY }
  return acceptCommit(ctx, owner.value, { ...request, ...extParams, ...fixedOptions }, priceCeiling)
}

interface Choice {
  readonly modelName: string
  readonly duration: Duration
  readonly resolution: Resolution
  readonly videoNum: number
  readonly controls?: MotionControls | null | undefined
  readonly bizType: BizType
}

/** The points of one video with this choice. H3000 names the first field whose value is not offered. */
export function findOffer({ series, videoNumOptions }: generation.VideoParameters, choice: Choice): Answer<number> {
  const model = series.find(({ modelName }) => modelName === choice.modelName)
  const offer = model === undefined ? fail('modelName') : offerOf(model, choice)
  if (!offer.ok) return refuse('H3000', [offer.error])
  return videoNumOptions.includes(choice.videoNum) ? offer : refuse('H3000', ['videoNum'])
}
