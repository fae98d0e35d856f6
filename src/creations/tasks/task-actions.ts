import { type AppError, type Result, ok } from '#shared/result.ts'
import type { CommitEdit, PreparedPicture } from '#shared/contract/commit-contract.ts'
import type { FinishedTask, SourcePicture } from '#shared/contract/hub-contract.ts'
import { withLock } from '#shared/browser/locks.ts'
import { cleanPrompt } from '#shared/domain/clean-prompt.ts'
import { missingPoints } from '#shared/domain/video-price.ts'
import { type HubCalls, hub } from '#src/hub-client/hub-client.ts'
import { announceOutcome, trackedCommit } from '../announce-commit.ts'
import { fetchMedia } from '#src/browser/download.ts'
import { failureText, text } from '#src/i18n/i18n.ts'
import { hubState } from '#src/store/state.ts'
import { spendablePoints } from '#src/billing/spendable-points.ts'
import { track } from '#src/reporting/track.ts'
import { closeEdit } from './open-edits.ts'
import { showToast } from '#src/design/toast.ts'

const RETRY_NAME = 'retry.jpg'

/** The task to repeat. A size of 0 by 0 px means unknown. */
export type RetriedTask = Pick<FinishedTask, 'taskId' | 'bizType' | 'settings' | 'points' | 'sourceUrl' | 'width' | 'height' | 'lastSource'>

interface TaskActionDeps {
  readonly hub: Pick<HubCalls, 'commit' | 'edit' | 'move' | 'retry' | 'discard' | 'dismissFinished' | 'resume'>
  readonly announceOutcome: typeof announceOutcome
  readonly showToast: typeof showToast
  readonly fetchMedia: typeof fetchMedia
  readonly newId: () => string
  /** The id of the current account; '' for a visitor. */
  readonly owner: () => string
  /** Runs the work while no other tab runs work of the same name. */
  readonly withLock: (name: string, work: () => Promise<void>) => Promise<void>
}

/** The user's actions on videos in progress and on unsent commits. Each action shows its result. */
export function createTaskActions({ hub, announceOutcome, showToast, fetchMedia, newId, owner, withLock }: TaskActionDeps) {
  /** By task, the id of a retry that the hub did not answer. The hub may have stored its commit nevertheless. */
  const unansweredIds = new Map<string, string>()

  /**
   * Commits the pictures and settings of a failed video again, at the price of one video. While that commit or its video is pending,
   * further presses in any tab only show a message; afterwards, a press makes another video.
   */
  function retryFailed(task: RetriedTask): Promise<void> {
    const pressOwner = owner()
    return withLock(`retry/${task.taskId}`, async () => {
      await hub.resume().catch(() => undefined)
      if (owner() !== pressOwner) return
      if (isRetryRunning(task.taskId)) await showToast({ id: 'work', color: 'info', title: text('tasks.retryUnderWay') })
      else await commitAgain(task, pressOwner)
    })
  }

  async function commitAgain({ taskId, bizType, settings, points, lastSource, ...task }: RetriedTask, pressOwner: string): Promise<void> {
    const picture = await fetchPictureAt({ url: task.sourceUrl, width: task.width, height: task.height })
    const lastPicture = lastSource === undefined ? undefined : await fetchPictureAt(lastSource)
    // The account that owns the video must also be the account that pays.
    if (owner() !== pressOwner) return
    if (!picture.ok) return showCommitFailure(picture.error)
    if (lastPicture?.ok === false) return showCommitFailure(lastPicture.error)
    const id = unansweredIds.get(taskId) ?? retryPrefix(taskId) + newId()
    // In a batch, each video varies the seed. As a single video, the same seed would repeat the batch's first video, so it is
    // omitted.
    const seed = settings.videoNum === 1 ? settings.seed : undefined
    const retrySettings = { ...settings, seed, videoNum: 1 } as const
    const trackedForm = { ...trackedCommit(bizType, retrySettings), checkcredits: balanceState(points) }
    const stored = await hub.commit({
      id,
      bizType,
      settings: retrySettings,
      picture: picture.value,
      lastPicture: lastPicture?.value,
      priceCeiling: points,
    })
    if (stored.ok || stored.error.code !== 'hub_unreachable') unansweredIds.delete(taskId)
    else unansweredIds.set(taskId, id)
    if (!stored.ok) {
      track('create_fail', { ...trackedForm, fail_reason: stored.error.code })
      return showCommitFailure(stored.error)
    }
    track('create_commit', trackedForm)
    void announceOutcome(id, showToast, { trackedForm })
    await hub.dismissFinished(taskId)
  }

  async function fetchPictureAt({ url, width, height }: SourcePicture): Promise<Result<PreparedPicture>> {
    const media = await fetchMedia(url)
    if (!media.ok) return media
    const size = width > 0 ? { width, height } : await sizeOf(media.value)
    return ok({ blob: media.value, name: RETRY_NAME, sha256: await sha256Hex(media.value), ...size })
  }

  async function retryRefused(commitId: string): Promise<void> {
    await sendAgain(commitId, hub.retry(commitId))
  }

  async function discardCommit(commitId: string): Promise<void> {
    closeEdit(commitId)
    await showRefusal(hub.discard(commitId))
  }

  async function moveCommit(commitId: string, beforeId: string | null): Promise<void> {
    await showRefusal(hub.move(commitId, beforeId))
  }

  function editCommit(commitId: string, { settings, priceCeiling }: CommitEdit): Promise<boolean> {
    return sendAgain(commitId, hub.edit(commitId, { settings: { ...settings, prompt: cleanPrompt(settings.prompt) }, priceCeiling }))
  }

  /**
   * Waits for the hub's answer to an edit or a retry; true if the hub has stored it. If the commit was refused before, `announceOutcome`
   * has ended with that refusal, so it is called again for the new outcome.
   */
  async function sendAgain(commitId: string, answer: Promise<Result<unknown>>): Promise<boolean> {
    const wasRefused = hubState.work.outbox.some(({ id, state }) => id === commitId && state === 'refused')
    const isDone = await showRefusal(answer)
    if (isDone && wasRefused) void announceOutcome(commitId, showToast, { isAgain: true })
    return isDone
  }

  async function showRefusal(answer: Promise<Result<unknown>>): Promise<boolean> {
    const result = await answer
    if (!result.ok) await showToast({ id: 'work', color: 'error', title: text('work.notChanged'), description: failureText(result.error) })
    return result.ok
  }

  async function showCommitFailure(error: AppError): Promise<void> {
    await showToast({ id: 'commit-failed', color: 'error', title: text('taskCommitFailed'), description: failureText(error) })
  }

  return { retryFailed, retryRefused, discardCommit, moveCommit, editCommit }
}

/** The prefix of the ids of a task's retries. A later press finds a running retry by this prefix. */
const retryPrefix = (taskId: string) => `retry-${taskId}-`

function isRetryRunning(taskId: string): boolean {
  const { outbox, batches } = hubState.work
  const pendingIds = [...outbox.filter(({ state }) => state !== 'refused').map(({ id }) => id), ...batches.map(({ commitId }) => commitId)]
  return pendingIds.some((id) => id.startsWith(retryPrefix(taskId)))
}

function balanceState(price: number): 'enough' | 'short' | 'unknown' {
  const balance = spendablePoints(hubState.credits?.points ?? null, hubState.work.outbox)
  if (balance === null) return 'unknown'
  return missingPoints(balance, price) > 0 ? 'short' : 'enough'
}

async function sizeOf(blob: Blob): Promise<{ readonly width: number; readonly height: number }> {
  const bitmap = await createImageBitmap(blob)
  const { width, height } = bitmap
  bitmap.close()
  return { width, height }
}

async function sha256Hex(blob: Blob): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', await blob.arrayBuffer())
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

export const { retryFailed, retryRefused, discardCommit, moveCommit, editCommit } = createTaskActions({
  hub: hub.api,
  announceOutcome,
  showToast,
  fetchMedia,
  newId: () => crypto.randomUUID(),
  owner: () => hubState.identity?.businessUserId ?? '',
  withLock,
})
