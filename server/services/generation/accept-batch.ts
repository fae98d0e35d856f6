import type { Transaction } from '#server/database/database.ts'
import type { Context } from '#server/services/context/context.ts'
import type { ServiceFailure } from '#server/services/context/failure.ts'
import type { GenerationAccepted } from '#shared/api/generation.ts'
import type { Result } from '#shared/result.ts'
import { batch, task } from '#server/database/schema.ts'
import { refuse } from '#server/services/context/failure.ts'
import { makeId } from '#server/services/context/make-id.ts'
import { makeMediaName } from '#server/services/context/media-name.ts'
import { appendEntries } from '#server/services/credits/append-entries.ts'
import { ownImages } from '#server/services/file/own-images.ts'
import { seedOf } from '#shared/motion/random.ts'
import { ok } from '#shared/result.ts'

/** What a commit asks for, with the addresses of its pictures; without a seed one is made. */
export type Asked = Omit<typeof batch.$inferInsert, 'id' | 'ownerId' | 'createdAtMs' | 'seed'> & { readonly seed?: number | undefined }

/** One accepted commit: batch, one task and one hold per video, and their jobs, all in the caller's transaction. */
export async function acceptBatch(
  tx: Transaction,
  ctx: Context,
  ownerId: string,
  asked: Asked,
  pointsEach: number,
): Promise<Result<GenerationAccepted, ServiceFailure>> {
  const images = await ownImages(tx, ownerId, asked.images)
  if (images === undefined) return refuse('H3000', ['images'])
  const createdAtMs = ctx.nowMs()
  const batchId = makeId()
  const tasks = Array.from({ length: asked.videoNum }, (_, take) => ({
    id: makeId(),
    batchId,
    ownerId,
    take,
    status: 'PENDING' as const,
    points: pointsEach,
    videoName: makeMediaName('mp4'),
    posterName: makeMediaName('jpg'),
    createdAtMs,
  }))
  const taskIds = tasks.map(({ id }) => id)
  await tx.insert(batch).values({ ...asked, seed: asked.seed ?? seedOf(batchId) >>> 1, images, id: batchId, ownerId, createdAtMs })
  await tx.insert(task).values(tasks)
  const note = `Video, ${asked.duration}, ${asked.resolution}`
  const holds = taskIds.map((taskId) => ({ kind: 'hold' as const, amount: -pointsEach, taskId, note }))
  const held = await appendEntries(tx, ownerId, holds, createdAtMs)
  if (!held.ok) return held
  await ctx.queue.send(tx, taskIds)
  return ok({ batchId, taskIds })
}
