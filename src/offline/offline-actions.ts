import type { Creation } from '#shared/api/generation.ts'
import type { ToastContent } from '#shared/domain/toast-rules.ts'
import { can } from '#shared/browser/capabilities.ts'
import { SLOW_STORAGE_RETRY_MS, isSlowStorage, storageResult } from '#shared/browser/record-store.ts'
import type { AppErrorCode, Result, AppError } from '#shared/result.ts'
import { failureText, formatBytes, text } from '#src/i18n/i18n.ts'
import type { FinishedVideo, OfflineVideos } from './create-offline-videos.ts'
import type { SavedVideo } from './eviction.ts'
import { offlineVideos } from './offline-videos.ts'
import { offlineState } from './offline-state.ts'

let retryTimer: ReturnType<typeof setTimeout> | undefined

type Notify = (toast: ToastContent) => unknown

/** Loads the list of offline videos into `offlineState`. Never rejects. */
export async function readOfflineState(): Promise<void> {
  try {
    if (!can('serviceWorker')) throw new Error('This browser has no service worker.')
    const [videos, { isOn }] = await Promise.all([offlineVideos.list(), offlineVideos.readSaveAll()])
    const entries = videos.map(({ creation, bytes, keptAtMs, isPinned }) => [creation.id, { bytes, keptAtMs, isPinned }] as const)
    Object.assign(offlineState, { status: 'read', savesAll: isOn, videos: Object.fromEntries(entries) })
  } catch (error) {
    if (isSlowStorage(error)) planRetry()
    else Object.assign(offlineState, { status: 'blocked', savesAll: false, videos: {} })
  }
}

function planRetry(): void {
  clearTimeout(retryTimer)
  retryTimer = setTimeout(() => void readOfflineState(), SLOW_STORAGE_RETRY_MS)
}

export async function saveVideoOffline(creation: Creation, notify: Notify): Promise<void> {
  await reportSaved(await offlineVideos.save(creation), notify)
}

/** Called after each save of a video. Shows a toast if the save has failed, with the reason, or if it has evicted other videos. */
export async function reportSaved(saveResult: Result<SavedVideo>, notify: Notify): Promise<void> {
  await readOfflineState()
  if (!saveResult.ok) return void notify(failureToast(saveResult.error.code))
  if (saveResult.value.evicted.length > 0) notify(evictionToast(saveResult.value))
  // Asks the browser for persistent storage now that a video is stored; after a refusal, the next save asks again. The answer is not
  // awaited, because the browser may ask the user.
  if (can('persist')) void navigator.storage.persist().catch(() => false)
}

/** Deletes offline copies. The creations themselves stay. */
export async function deleteOfflineVideos(ids: readonly string[], notify: Notify): Promise<void> {
  await reportOutcome(offlineVideos.remove(ids), notify)
}

export async function pinVideo(id: string, isPinned: boolean, notify: Notify): Promise<void> {
  await reportOutcome(offlineVideos.pin(id, isPinned), notify)
}

export async function setSaveAll(isOn: boolean, notify: Notify): Promise<void> {
  await reportOutcome(offlineVideos.switchSaveAll(isOn), notify)
}

async function reportOutcome(change: Promise<Result<null>>, notify: Notify): Promise<void> {
  const answer = await change
  await readOfflineState()
  if (!answer.ok) notify(failureToast(answer.error.code))
}

function evictionToast({ evicted }: SavedVideo): ToastContent {
  const bytes = evicted.reduce((sum, video) => sum + video.bytes, 0)
  const title = text('offline.evicted', { count: evicted.length, size: formatBytes(bytes) })
  return { id: 'offline-videos', color: 'info', title, description: text('offline.evictedHint') }
}

function failureToast(code: AppErrorCode): ToastContent {
  const hint = code === 'storage_full' ? 'offline.fullHint' : code === 'storage_blocked' ? 'offline.blockedHint' : null
  return {
    id: 'offline-videos',
    color: 'error',
    title: text('offline.failed'),
    description: hint === null ? failureText({ code }) : text(hint),
  }
}

interface SaveDeps {
  readonly offlineVideos: Pick<OfflineVideos, 'listUnseen' | 'noteSeen' | 'save'>
  readonly query: (taskId: string) => Promise<Result<Creation>>
  readonly notify: (saveResult: Result<SavedVideo>) => Promise<void>
}

/**
 * Saves each new video once. True when all are handled; false if a video must be tried again.
 * Rule: docs/offline.md, "Offline videos".
 */
export async function saveNewVideos(ready: readonly FinishedVideo[], { offlineVideos, query, notify }: SaveDeps): Promise<boolean> {
  let isAllHandled = true
  const unseenIds = await storageResult(() => offlineVideos.listUnseen(ready))
  if (!unseenIds.ok) return false
  for (const id of unseenIds.value) {
    const queryResult = await query(id)
    const saveResult = queryResult.ok ? await offlineVideos.save(queryResult.value) : queryResult
    if (saveResult.ok || (queryResult.ok ? saveResult.error.retry === 'never' : isGone(saveResult.error))) {
      await offlineVideos.noteSeen(id)
      if (queryResult.ok) await notify(saveResult)
    } else isAllHandled = false
  }
  return isAllHandled
}

/** Whether the video no longer exists. Any other rejection concerns the caller, not the video. */
function isGone({ code }: AppError): boolean {
  return code === 'H4001'
}
