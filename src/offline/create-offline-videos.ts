import type { Creation } from '#shared/api/generation.ts'
import { type AppError, type Result, fail, ok } from '#shared/result.ts'
import { type SaveAll, type OfflineVideo, saveAllRecord } from '#shared/storage/offline-video-record.ts'
import { isStorageFailure, storageError } from '#shared/browser/record-store.ts'
import { MAX_SEEN_TASKS } from '#shared/domain/offline-rules.ts'
import { readRecord, toStored, saveAllKey } from '#shared/storage/records.ts'
import { type OfflineVideosDeps, createOfflineFiles, offlinePaths } from './offline-files.ts'
import { type SavedVideo, createEviction } from './eviction.ts'
import { createOfflineReconciliation } from './reconcile-offline-videos.ts'

export interface FinishedVideo {
  readonly id: string
  readonly finishedAtMs: number
}

export interface OfflineVideos {
  /** The account's offline videos. Rejects if storage can't be read. */
  list(): Promise<readonly OfflineVideo[]>
  /**
   * Saves a video for offline use. Errors: `storage_full`, `storage_blocked`, `storage_slow`, the errors of a download, and `cancelled` if
   * the account changes during the download.
   */
  save(creation: Creation): Promise<Result<SavedVideo>>
  remove(ids: readonly string[]): Promise<Result<null>>
  /** Notes that the user has watched a video, so that other videos are evicted before it. */
  noteUse(id: string): Promise<void>
  pin(id: string, isPinned: boolean): Promise<Result<null>>
  readSaveAll(): Promise<SaveAll>
  switchSaveAll(isOn: boolean): Promise<Result<null>>
  /** The ids of the finished videos that "save all" has not handled yet. */
  listUnseen(tasks: readonly FinishedVideo[]): Promise<readonly string[]>
  noteSeen(id: string): Promise<void>
  /** Called after a login: the visitor's offline videos move to the account. */
  adopt(): Promise<void>
  /** Compares records, files and the server's list, and repairs differences. False if that must be tried again later. */
  reconcile(): Promise<boolean>
  forget(owner: string): Promise<void>
}

export function createOfflineVideos({
  store,
  files,
  fetchFile,
  listOwn,
  isServersVisitor,
  freeBytes,
  nowMs,
  sleep,
  owner,
  withLock,
}: OfflineVideosDeps): OfflineVideos {
  const offlineFiles = createOfflineFiles(store, files)
  const storeVideo = createEviction({ offlineFiles, files, freeBytes, sleep })
  const list = async () => offlineFiles.listVideos(await owner())

  async function runLocked<T>(work: () => Promise<Result<T>>): Promise<Result<T>> {
    try {
      return await withLock(work)
    } catch (error) {
      if (!isStorageFailure(error)) throw error
      return fail(storageError(error))
    }
  }

  async function fetchFiles(creation: Creation): Promise<Result<ReadonlyMap<string, Blob>>> {
    const fetchedFiles = new Map<string, Blob>()
    for (const [index, path] of offlinePaths(creation).entries()) {
      const file = await fetchFile(path)
      if (file.ok && file.value.size > 0 && !file.value.type.startsWith('text/')) fetchedFiles.set(path, file.value)
      // A picture that the server no longer has is skipped. The save fails without the video (index 0), and after an error that a later
      // try may not have.
      else if (index === 0 || (!file.ok && file.error.retry !== 'never')) return file.ok ? fail(NO_VIDEO) : file
    }
    return fetchedFiles.size === 0 ? fail(NO_VIDEO) : ok(fetchedFiles)
  }

  async function changeVideo(id: string, edit: (video: OfflineVideo) => OfflineVideo): Promise<void> {
    const storedVideo = (await list()).find(({ creation }) => creation.id === id)
    if (storedVideo === undefined) return
    await offlineFiles.put([edit(storedVideo)])
  }

  const readSaveAll = async () => {
    const key = saveAllKey(await owner())
    return readRecord(saveAllRecord, await store.read((tx) => tx.get(key)))
  }

  async function writeSaveAll(saveAll: SaveAll): Promise<void> {
    const key = saveAllKey(await owner())
    await store.write(async (tx) => tx.put(key, toStored(saveAllRecord, saveAll)))
  }

  return {
    list,
    async save(creation) {
      const ownerId = await owner()
      const fetchResult = await fetchFiles(creation)
      if (!fetchResult.ok) return fetchResult
      const files = [...fetchResult.value]
      const bytes = files.reduce((sum, [, blob]) => sum + blob.size, 0)
      return runLocked(async () => {
        if (ownerId !== (await owner())) return fail({ code: 'cancelled', retry: 'never' })
        const storedVideo = (await offlineFiles.listVideos(ownerId)).find((video) => video.creation.id === creation.id)
        const usage = { keptAtMs: storedVideo?.keptAtMs ?? nowMs(), lastUsedAtMs: nowMs(), isPinned: storedVideo?.isPinned ?? false }
        return storeVideo({ owner: ownerId, creation, paths: files.map(([path]) => path), bytes, ...usage }, fetchResult.value)
      })
    },
    remove: (ids) =>
      runLocked(async () => {
        await offlineFiles.drop((await list()).filter(({ creation }) => ids.includes(creation.id)))
        return ok(null)
      }),
    async noteUse(id) {
      await runLocked(async () => ok(await changeVideo(id, (video) => ({ ...video, lastUsedAtMs: nowMs() }))))
    },
    pin: (id, isPinned) =>
      runLocked(async () => {
        await changeVideo(id, (video) => ({ ...video, isPinned }))
        return ok(null)
      }),
    readSaveAll,
    switchSaveAll: (isOn) =>
      runLocked(async () => {
        await writeSaveAll({ ...(await readSaveAll()), isOn, sinceMs: nowMs() })
        return ok(null)
      }),
    async listUnseen(tasks) {
      const { isOn, sinceMs, seenTasks } = await readSaveAll()
      if (!isOn) return []
      return tasks.filter(({ id, finishedAtMs }) => finishedAtMs >= sinceMs && !seenTasks.includes(id)).map(({ id }) => id)
    },
    noteSeen: (id) =>
      withLock(async () => {
        const saveAll = await readSaveAll()
        await writeSaveAll({ ...saveAll, seenTasks: [...saveAll.seenTasks, id].slice(-MAX_SEEN_TASKS) })
      }),
    adopt: () =>
      withLock(async () => {
        const accountId = await owner()
        if (accountId === '') return
        await offlineFiles.reassign('', accountId)
      }),
    reconcile: createOfflineReconciliation({ store, offlineFiles, files, listOwn, isServersVisitor, nowMs, owner, withLock }),
    forget: (owner) =>
      withLock(async () => {
        await offlineFiles.drop(await offlineFiles.listVideos(owner))
        await store.write(async (tx) => tx.remove(saveAllKey(owner)))
      }),
  }
}

const NO_VIDEO: AppError = { code: 'H4001', retry: 'never', detail: 'there is no video to keep' }
