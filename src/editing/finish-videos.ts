import { type Creation, queryTask } from '#shared/api/generation.ts'
import { isCallerRefused } from '#shared/api/account-check.ts'
import { retryWhileSlow } from '#shared/browser/retry-while-slow.ts'
import { type AppError, type Result, fail, ok } from '#shared/result.ts'
import type { ChosenMusic } from '#shared/contract/commit-contract.ts'
import type { EditOrder, MadeMedia, SoundChoice } from '#shared/contract/media-contract.ts'
import { FINISHED_NOTICE_MS, MAX_FINISH_TRIES, MUSIC_FADE_S, ratioPart } from '#shared/domain/editing-rules.ts'
import { SAVE_RETRY_MS } from '#shared/domain/offline-rules.ts'
import type { MadeItem } from '#shared/storage/made-media-record.ts'
import { neverAborted } from '#shared/never-aborted.ts'
import { showToast } from '#src/design/toast.ts'
import { api } from '#src/hub-client/api.ts'
import { errorText, addTexts, text } from '#src/i18n/i18n.ts'
import { hubState } from '#src/store/state.ts'
import { subscribeKeys } from '#src/store/subscribe-keys.ts'
import { createOneTabWork } from '#src/browser/one-tab-work.ts'
import { type OpenedVideo, editedName, makeEdit, openVideo } from './edit-video.ts'
import { openEditor } from './editor-state.ts'
import { type MadeMediaStore, madeMedia } from './made-media.ts'
import { mediaClient } from './media-client.ts'
import { ownMusic } from './own-music.ts'

/** A video that the server has finished and that this device must still join or set to music. */
export interface UnfinishedVideo {
  readonly taskId: string
  /** The id of the video that this video extends; null if it extends none. */
  readonly extendedId: string | null
  readonly music: ChosenMusic | null
}

interface FinishDeps {
  readonly store: Pick<MadeMediaStore, 'listUnfinished' | 'noteTry' | 'noteFinished' | 'save'>
  readonly readMusic: (id: string) => Promise<Result<Blob>>
  readonly query: (taskId: string) => Promise<Result<Creation>>
  readonly open: (creation: Creation) => Promise<Result<OpenedVideo>>
  readonly make: (order: EditOrder) => Promise<Result<MadeMedia>>
  readonly notify: (result: Result<MadeItem>, creation: Creation, video: UnfinishedVideo) => Promise<void>
}

/**
 * Finishes each video once: joins it to the video that it extends and adds the chosen music. False if a video must be tried again.
 * Rule: docs/editing.md, "Finishing".
 */
export async function finishVideos(readyVideos: readonly UnfinishedVideo[], deps: FinishDeps): Promise<boolean> {
  const { store, query, notify } = deps
  let areAllFinished = true
  const unfinishedResult = await store.listUnfinished(readyVideos.map(({ taskId }) => taskId))
  if (!unfinishedResult.ok) return false
  const unfinishedIds = new Set(unfinishedResult.value)
  for (const video of readyVideos.filter(({ taskId }) => unfinishedIds.has(taskId))) {
    const creationResult = await query(video.taskId)
    const result = creationResult.ok ? await finishVideo(video, creationResult.value, deps) : creationResult
    if (result.ok || !maySucceedLater(result.error)) {
      await retryWhileSlow(() => store.noteFinished(video.taskId), { maxTries: MAX_FINISH_TRIES })
      if (creationResult.ok) await notify(result, creationResult.value, video)
    } else areAllFinished = false
  }
  return areAllFinished
}

/** Finishes one video. An error of the media worker or of the storing gets `retry: 'never'`: a new try would repeat the expensive work. */
async function finishVideo(video: UnfinishedVideo, creation: Creation, deps: FinishDeps): Promise<Result<MadeItem>> {
  const { store, query, open, make, readMusic } = deps
  const { extendedId, music } = video
  const extendedResult = extendedId === null ? null : await query(extendedId)
  if (extendedResult?.ok === false) return extendedResult
  const parts: OpenedVideo[] = []
  for (const part of [...(extendedResult === null ? [] : [extendedResult.value]), creation]) {
    const openedVideo = await open(part)
    if (!openedVideo.ok) return openedVideo
    parts.push(openedVideo.value)
  }
  const soundResult = await soundOf(music, readMusic)
  if (!soundResult.ok) return soundResult
  // Counted before the work, because the work may crash the page. The number of tries is limited.
  await store.noteTry(video.taskId)
  const makeResult = await make(finishOrder(parts, soundResult.value))
  if (!makeResult.ok) return fail({ ...makeResult.error, retry: 'never' })
  const name = editedName(creation, 'mp4', extendedId === null ? 'music' : 'extended')
  const saveResult = await retryWhileSlow(() => store.save(makeResult.value, name, creation.id), { maxTries: MAX_FINISH_TRIES })
  return saveResult.ok ? saveResult : fail({ ...saveResult.error, retry: 'never' })
}

async function soundOf(music: ChosenMusic | null, readMusic: FinishDeps['readMusic']): Promise<Result<SoundChoice>> {
  if (music === null) return ok({ kind: 'own' })
  const fileResult = await readMusic(music.id)
  if (!fileResult.ok) return fileResult
  return ok({ kind: 'music', file: fileResult.value, volume: music.volume, fadeInS: MUSIC_FADE_S, fadeOutS: MUSIC_FADE_S })
}

/** Whether a later try may succeed: the error permits a retry and the video exists (not H4001), or the user only has to log in again. */
function maySucceedLater(error: AppError): boolean {
  return isCallerRefused(error) || (error.retry !== 'never' && error.code !== 'H4001')
}

/** The media worker's order for one video or two joined ones. Of two, the first loses its last frame: the second starts with that frame. */
export function finishOrder(parts: readonly OpenedVideo[], sound: SoundChoice): EditOrder {
  const { width, height, frames } = parts[0]?.facts ?? { width: 0, height: 0, frames: 0 }
  return {
    clips: parts.map(({ blob }) => blob),
    trim: { from: 0, to: parts.length > 1 ? Math.max(1, frames - 1) : frames },
    crop: ratioPart({ width, height }, 'own'),
    loop: 'none',
    sound,
    format: 'mp4',
    stillFrame: 0,
  }
}

/** The lock of the one tab that finishes videos. */
const FINISHER_LOCK = 'video-finisher'

/** Finishes videos on this device, with joins and music, as soon as the server has made them. */
export function followUnfinished(): () => void {
  const deps: FinishDeps = {
    store: madeMedia,
    readMusic: (id) => ownMusic.read(id),
    query: (taskId) => api.call(queryTask, { taskId }),
    open: (creation) => openVideo(creation, mediaClient, neverAborted()),
    make: (order) => makeEdit(order, mediaClient, neverAborted(), () => undefined),
    notify: notifyFinished,
  }
  const listVideosToFinish = (): readonly UnfinishedVideo[] =>
    hubState.work.finished.flatMap(({ taskId, status, settings }) => {
      const [extendedId, music] = [settings.extends?.id ?? null, settings.ownMusic ?? null]
      return status === 'SUCCESS' && (extendedId !== null || music !== null) ? [{ taskId, extendedId, music }] : []
    })
  const finishInOneTab = createOneTabWork({
    lock: FINISHER_LOCK,
    readTasks: listVideosToFinish,
    run: (videos) => finishVideos(videos, deps),
    retryMs: SAVE_RETRY_MS,
  })
  const startRun = () => void finishInOneTab().catch((error: unknown) => console.warn('Finishing a video failed.', error))
  startRun()
  return subscribeKeys(hubState, ['work'], startRun)
}

async function notifyFinished(result: Result<MadeItem>, creation: Creation, { extendedId }: UnfinishedVideo): Promise<void> {
  await addTexts('editing')
  const id = `finished/${creation.id}`
  const textKind = extendedId === null ? 'music' : 'join'
  if (!result.ok) {
    const description = text(`editing.${textKind}FailedHint`, { reason: errorText(result.error.code) })
    return showToast({ id, color: 'error', title: text(`editing.${textKind}Failed`), description })
  }
  const action = { label: text('editing.show'), run: () => openEditor(creation, result.value) }
  const texts = { title: text(`editing.${textKind}Done`), description: text('editing.stored') }
  await showToast({ id, color: 'success', durationMs: FINISHED_NOTICE_MS, action, ...texts })
}
