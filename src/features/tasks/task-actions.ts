import type { FinishedTask } from '#shared/contract/hub-contract.ts'
import { hub } from '#src/bridge/hub-client.ts'
import { fetchMedia } from '#src/lib/download.ts'
import { errorText } from '#src/lib/error-text.ts'
import { text } from '#src/lib/i18n.ts'
import { showToast } from '#src/ui/toast.ts'

const RETRY_NAME = 'retry.jpg'

/** Commits the same picture and settings anew, for the price of this one video; once, however many tabs ask for it. */
export async function retryFailed(
  task: Pick<FinishedTask, 'taskId' | 'bizType' | 'settings' | 'points' | 'sourceUrl' | 'width' | 'height'>,
): Promise<void> {
  const media = await fetchMedia(task.sourceUrl)
  if (!media.ok) return refuse(media.error.code)
  const stored = await hub.api.commit({
    id: `retry-${task.taskId}`,
    bizType: task.bizType,
    settings: { ...task.settings, videoNum: 1 },
    picture: { blob: media.value, name: RETRY_NAME, sha256: await sha256Hex(media.value), width: task.width, height: task.height },
    priceCeiling: task.points,
  })
  if (!stored.ok) return refuse(stored.error.code)
  await hub.api.dismissFinished(task.taskId)
}

export async function retryRefused(commitId: string): Promise<void> {
  const answer = await hub.api.retry(commitId)
  if (!answer.ok) await refuse(answer.error.code)
}

export async function discardCommit(commitId: string): Promise<void> {
  const answer = await hub.api.discard(commitId)
  if (!answer.ok) await refuse(answer.error.code)
}

async function refuse(code: Parameters<typeof errorText>[0]): Promise<void> {
  await showToast({ kind: 'error', title: text('taskCommitFailed'), detail: errorText(code) })
}

async function sha256Hex(blob: Blob): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', await blob.arrayBuffer())
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
