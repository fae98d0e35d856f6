import type * as schema from '#server/database/schema.ts'
import type { Creation } from '#shared/api/generation.ts'
import { downloadUrl, mediaUrl } from '#server/media-store/media-name.ts'
import { downloadName } from '#shared/domain/download-name.ts'
import { findEffect } from '#motion/effects/effects.ts'
import { type Transaction, and, asc, eq, inArray, isNull, task } from '#server/database/database.ts'

/** Converts a task and its batch to a creation of the API. */
export function toCreation(row: { task: typeof schema.task.$inferSelect; batch: typeof schema.batch.$inferSelect }): Creation {
  const { task, batch } = row
  const isDone = task.status === 'SUCCESS'
  const { prompt, templateId, imageFidelity } = batch
  const controls = batch.controls ?? undefined
  const templateName = templateId === null ? null : (findEffect(templateId)?.name ?? null)
  const nameFacts = { id: task.id, prompt, templateName, createdAt: task.createdAtMs }
  return {
    id: task.id,
    bizType: batch.bizType,
    status: task.status,
    templateId,
    templateName,
    previewImageUrl: isDone ? mediaUrl(task.posterName) : null,
    videoUrl: isDone ? mediaUrl(task.videoName) : null,
    videoDownloadUrl: isDone ? downloadUrl(task.videoName, downloadName(nameFacts)) : null,
    srcImage: batch.images.map(mediaUrl),
    prompt,
    modelName: batch.modelName,
    ...(task.movedTo !== null && task.movedTo !== batch.modelName && { movedTo: task.movedTo }),
    duration: batch.duration,
    resolution: batch.resolution,
    videoNum: batch.videoNum,
    aiMusic: batch.aiMusic === 1 ? 1 : 0,
    isCollect: task.isCollect,
    batchId: batch.id,
    params: batch.bizType === 'TEMPLATE' ? { controls } : { imageFidelity, controls },
    seed: batch.seed,
    width: task.width,
    height: task.height,
    editedFrom: task.editedFrom,
    errorMsg: task.errorMsg,
    points: task.points,
    pointsReturned: returnedPoints(task),
    createdAt: task.createdAtMs,
    finishedAt: task.finishedAtMs,
  }
}

function returnedPoints({ status, points, movedPoints }: typeof schema.task.$inferSelect): number {
  if (status === 'FAILED' || status === 'CANCELLED') return points
  return status === 'SUCCESS' ? Math.max(0, points - (movedPoints ?? points)) : 0
}

type TaskRow = typeof task.$inferSelect

/** The visibility condition of a creation for its owner: not deleted. */
export const notDeleted = isNull(task.deletedAtMs)

/** Locks all of these creations; undefined if one is unknown or belongs to another owner. The fixed order prevents deadlocks. */
export async function lockOwnTasks(tx: Transaction, ownerId: string, ids: readonly string[]): Promise<TaskRow[] | undefined> {
  const uniqueIds = [...new Set(ids)]
  const rows = await tx
    .select()
    .from(task)
    .where(and(inArray(task.id, uniqueIds), eq(task.ownerId, ownerId)))
    .orderBy(asc(task.id))
    .for('update')
  return rows.length === uniqueIds.length ? rows : undefined
}
