import type * as schema from '#server/database/schema.ts'
import type { Creation } from '#shared/api/generation.ts'
import { mediaUrl } from '#server/services/context/media-name.ts'

/** A task and its batch as the page sees them. */
export function toCreation(row: { task: typeof schema.task.$inferSelect; batch: typeof schema.batch.$inferSelect }): Creation {
  const { task, batch } = row
  const isDone = task.status === 'SUCCESS'
  const videoUrl = isDone ? mediaUrl(task.videoName) : null
  return {
    id: task.id,
    bizType: batch.bizType,
    status: task.status,
    templateId: null,
    templateName: null,
    previewImageUrl: isDone ? mediaUrl(task.posterName) : null,
    videoUrl,
    videoDownloadUrl: videoUrl,
    srcImage: batch.images.map(mediaUrl),
    prompt: batch.prompt,
    modelName: batch.modelName,
    duration: batch.duration,
    resolution: batch.resolution,
    videoNum: batch.videoNum,
    aiMusic: 0,
    isCollect: task.isCollect,
    batchId: batch.id,
    params: { imageFidelity: batch.imageFidelity },
    width: task.width,
    height: task.height,
    errorMsg: task.errorMsg,
    points: task.points,
    pointsReturned: task.status === 'FAILED' || task.status === 'CANCELLED' ? task.points : 0,
    createdAt: task.createdAtMs,
    finishedAt: task.finishedAtMs,
  }
}
