import type { GenerationAccepted } from '#shared/api/generation.ts'
import type { PreparedPicture } from '#shared/contract/commit-contract.ts'
import type { OutboxRow, TrackedBatchRow } from '#shared/storage/hub-records.ts'
import { BATCH_KEPT_MS } from '#shared/domain/task.ts'

/** What is tracked once the server has accepted a commit. */
export function toTrackedBatch(row: OutboxRow, { batchId, taskIds }: GenerationAccepted, acceptedAtMs: number): TrackedBatchRow {
  const { id: commitId, account, bizType, settings, priceCeiling: points, picture, fileUrl } = row
  const { lastPicture, lastFileUrl } = row
  const waiting = { status: 'PENDING', errorMsg: null, stage: null, queuePosition: null, elapsedMs: null } as const
  return {
    batchId,
    account,
    bizType,
    commitId,
    settings,
    points,
    acceptedAtMs,
    expireAt: acceptedAtMs + BATCH_KEPT_MS,
    sourceUrl: fileUrl ?? '',
    ...sizeOf(picture),
    lastSource: lastPicture === null || lastFileUrl === null ? undefined : { ...sizeOf(lastPicture), url: lastFileUrl },
    tasks: taskIds.map((id) => ({ id, bizType, ...waiting })),
  }
}

function sizeOf({ width, height }: PreparedPicture) {
  return { width, height }
}
