import type { FinishedTask, NoticeSurface } from '#shared/contract/hub-contract.ts'
import type { showNotification } from '#src/browser/show-notification.ts'
import { creationPath } from '#shared/domain/detail-path.ts'
import { commitToastId } from '#shared/domain/toast-rules.ts'
import { ANNOUNCED_BY_PUSH } from '#shared/domain/push-rules.ts'
import { trackMode } from '#shared/domain/measurement-rules.ts'
import { ROUTES } from '#shared/domain/screens.ts'
import { type HubCalls, hub } from '#src/hub-client/hub-client.ts'
import { hubState } from '#src/store/state.ts'
import { subscribeKeys } from '#src/store/subscribe-keys.ts'
import { text } from '#src/i18n/i18n.ts'
import { areNoticesAllowed } from '#src/browser/notifications.ts'
import { track } from '#src/reporting/track.ts'
import { prepareToasts, showToast } from '#src/design/toast.ts'
import { readReturnLine, returnWords } from './return-lines.ts'
import { taskTitle } from '../list-work.ts'

const MAX_PROMPT_START = 80

type EndedTask = Pick<FinishedTask, 'taskId' | 'commitId' | 'batchId' | 'bizType' | 'status' | 'settings' | 'errorMsg' | 'points'>

/**
 * The pause before a notice is claimed again, in ms. A notice is claimed again if the hub was unreachable, or if another visible tab was
 * expected to show it.
 */
const CLAIM_AGAIN_MS = 5000

interface FinishNoticeDeps {
  readonly claim: HubCalls['claimNotice']
  readonly toasts: { readonly prepareToasts: typeof prepareToasts; readonly showToast: typeof showToast }
  readonly loadNotifications: () => Promise<{ readonly showNotification: typeof showNotification }>
  readonly returnLine: typeof readReturnLine
}

const PAGE_DEPS: FinishNoticeDeps = {
  claim: (taskId, surface) => hub.api.claimNotice(taskId, surface),
  toasts: { prepareToasts, showToast },
  loadNotifications: () => import('#src/browser/show-notification.ts'),
  returnLine: readReturnLine,
}

/**
 * Announces each ended video once: in one visible tab, or as a system notification if no tab is visible. The hub decides in which tab. If a
 * push message has announced a video, only its usage event is sent.
 */
export function followFinishNotices({ claim, toasts, loadNotifications, returnLine }: FinishNoticeDeps = PAGE_DEPS): () => void {
  const claimedIds = new Set<string>()
  const trackedIds = new Set<string>()

  const check = () => {
    for (const task of hubState.work.finished)
      if (task.announcedBy === ANNOUNCED_BY_PUSH && !trackedIds.has(task.taskId)) void trackPushed(task)
    const surface = currentSurface()
    if (surface === null) return
    for (const task of hubState.work.finished) if (task.announcedBy === null && !claimedIds.has(task.taskId)) void announce(task, surface)
  }

  async function announce(task: EndedTask, surface: NoticeSurface): Promise<void> {
    const { taskId, status, settings } = task
    claimedIds.add(taskId)
    const isClaimed = (await canShow(surface)) ? await claim(taskId, surface) : null
    if (isClaimed === null || (!isClaimed && surface === 'notification')) {
      claimedIds.delete(taskId)
      setTimeout(check, surface === currentSurface() ? CLAIM_AGAIN_MS : 0)
    }
    if (isClaimed !== true) return
    trackResult(task)
    const title = text(status === 'SUCCESS' ? 'taskSuccessfully' : 'taskFailed')
    const description = status === 'FAILED' ? await failureWords(task) : undefined
    if (surface === 'notification' && (await showSystemNotice(title, task, description ?? firstWords(taskTitle(settings))))) return
    await showEndToast(task, title, description)
  }

  /**
   * Shows a toast about an ended video. A success replaces the earlier toast of its commit. A failure removes that toast and has
   * its own, because a later success of the commit must not replace the failure.
   */
  async function showEndToast({ commitId, status }: EndedTask, title: string, description: string | undefined): Promise<void> {
    const subject = commitId === undefined ? {} : { subjectId: commitId }
    const id = commitId === undefined ? {} : { id: commitToastId(commitId) }
    if (status === 'SUCCESS') return toasts.showToast({ ...subject, ...id, color: 'success', title })
    if (commitId !== undefined) await toasts.showToast({ id: commitToastId(commitId), open: false })
    await toasts.showToast({ ...subject, color: 'error', title, ...(description === undefined ? {} : { description }) })
  }

  async function trackPushed(task: EndedTask): Promise<void> {
    trackedIds.add(task.taskId)
    const isClaimed = await claim(task.taskId, 'usage')
    if (isClaimed === true) trackResult(task)
    if (isClaimed !== null) return
    trackedIds.delete(task.taskId)
    setTimeout(check, CLAIM_AGAIN_MS)
  }

  /** Whether the code of the toast or notification can be loaded. It is loaded before the claim, because a claimed notice must be shown. */
  async function canShow(surface: NoticeSurface): Promise<boolean> {
    try {
      await (surface === 'toast' ? toasts.prepareToasts() : loadNotifications())
      return true
    } catch {
      return false
    }
  }

  /** Why a video failed, and what happens to its points. */
  async function failureWords({ taskId, errorMsg, points }: EndedTask): Promise<string> {
    return `${errorMsg ?? text('tasks.failedUnknown')} ${returnWords(points, await returnLine(taskId))}`
  }

  async function showSystemNotice(title: string, { taskId: id, batchId, bizType, status }: EndedTask, body: string): Promise<boolean> {
    const { showNotification } = await loadNotifications()
    const path = status === 'SUCCESS' ? creationPath({ id, bizType, batchId }) : ROUTES.creations
    return showNotification(title, { body, tag: id, data: { path } })
  }

  check()
  document.addEventListener('visibilitychange', check)
  const stop = subscribeKeys(hubState, ['work'], check)
  return () => {
    document.removeEventListener('visibilitychange', check)
    stop()
  }
}

function currentSurface(): NoticeSurface | null {
  if (document.visibilityState === 'visible') return 'toast'
  return areNoticesAllowed() ? 'notification' : null
}

function trackResult({ bizType, status, errorMsg }: EndedTask): void {
  const name = trackMode(bizType)
  if (status === 'SUCCESS') track('create_result', { name, result: 'success' })
  else track('create_result', { name, result: 'fail', fail_reason: errorMsg ?? 'unknown' })
}

/** The start of a prompt, cut after a word. */
export function firstWords(prompt: string): string {
  const words = prompt.trim().replace(/\s+/g, ' ')
  if (words.length <= MAX_PROMPT_START) return words
  const cut = words.slice(0, MAX_PROMPT_START)
  const lastSpace = cut.lastIndexOf(' ')
  return `${lastSpace > 0 ? cut.slice(0, lastSpace) : cut}…`
}
