import type { Creation } from '#shared/api/generation.ts'
import { readOfflineVideos } from '#shared/browser/offline-video-rows.ts'
import type { Store } from '#shared/browser/open-store.ts'
import { isStorageFailure } from '#shared/browser/record-store.ts'
import type { Clock } from '#shared/clock.ts'
import type { Result } from '#shared/result.ts'
import { type OfflineVideo, filesToRemoveRecord, offlineVideoRecord } from '#shared/storage/offline-video-record.ts'
import { parseRecord, readRecord, toStored, OFFLINE_VIDEO_PREFIX, FILES_TO_REMOVE_KEY, offlineVideosOf } from '#shared/storage/records.ts'

/** The part of the Cache API that offline videos use. All paths belong to this origin. */
export interface OfflineFileCache {
  put(path: string, bytes: Blob): Promise<void>
  remove(paths: readonly string[]): Promise<void>
  list(): Promise<readonly string[]>
  sizeBytes(path: string): Promise<number>
}

/**
 * Records of offline videos, and their files. Several videos may share a file: the videos of one batch have the same source
 * picture.
 */
export interface OfflineFiles {
  listVideos(owner: string): Promise<readonly OfflineVideo[]>
  put(videos: readonly OfflineVideo[]): Promise<void>
  /** Removes the records, and the files that no other record needs. */
  drop(videos: readonly OfflineVideo[]): Promise<void>
  /** Removes the files of an earlier removal that was interrupted because its tab was closed. */
  finishRemovals(): Promise<void>
  /** Assigns the videos of one owner to another owner. */
  reassign(from: string, to: string): Promise<void>
  /** Lists the files that belong to no record. */
  listUnused(): Promise<readonly string[]>
  /** Removes the given files that belong to no record. */
  removeUnused(paths: readonly string[]): Promise<void>
}

export function createOfflineFiles(store: Store, files: OfflineFileCache): OfflineFiles {
  const listVideos = (owner: string) => readOfflineVideos(store, owner)

  async function createUnusedFilter(): Promise<(path: string) => boolean> {
    const rows = await store.read((tx) => tx.list(OFFLINE_VIDEO_PREFIX))
    const usedPaths = new Set(rows.flatMap((row) => parseRecord(offlineVideoRecord, row)?.paths ?? []))
    return (path) => !usedPaths.has(path)
  }

  async function removeUnused(paths: readonly string[]): Promise<void> {
    await files.remove(paths.filter(await createUnusedFilter()))
  }

  async function finishRemovals(): Promise<void> {
    const { paths } = readRecord(filesToRemoveRecord, await store.read((tx) => tx.get(FILES_TO_REMOVE_KEY)))
    if (paths.length === 0) return
    await removeUnused(paths)
    await store.write(async (tx) => tx.remove(FILES_TO_REMOVE_KEY))
  }

  return {
    listVideos,
    listUnused: async () => (await files.list()).filter(await createUnusedFilter()),
    removeUnused,
    async put(videos) {
      await store.write(async (tx) => {
        for (const video of videos) tx.put(keyOf(video), toStored(offlineVideoRecord, video))
      })
    },
    async drop(videos) {
      if (videos.length === 0) return
      const removedPaths = videos.flatMap(({ paths }) => paths)
      await store
        .write(async (tx) => {
          const { paths } = readRecord(filesToRemoveRecord, await tx.get(FILES_TO_REMOVE_KEY))
          for (const video of videos) tx.remove(keyOf(video))
          tx.put(FILES_TO_REMOVE_KEY, toStored(filesToRemoveRecord, { paths: [...paths, ...removedPaths] }))
        })
        .catch(async (error: unknown) => {
          if (!isStorageFailure(error)) throw error
          // On a full device, the list of files to remove can't be stored. So the records are removed first, then their files.
          await store.write(async (tx) => {
            for (const video of videos) tx.remove(keyOf(video))
          })
        })
      await removeUnused(removedPaths)
      await finishRemovals()
    },
    finishRemovals,
    async reassign(from, to) {
      const videos = await listVideos(from)
      await store.write(async (tx) => {
        for (const video of videos) {
          tx.remove(keyOf(video))
          tx.put(keyOf({ ...video, owner: to }), toStored(offlineVideoRecord, { ...video, owner: to }))
        }
      })
    },
  }
}

function keyOf({ owner, creation }: Pick<OfflineVideo, 'owner' | 'creation'>): string {
  return offlineVideosOf(owner) + creation.id
}

const STABLE_PATH = /^\/media\/[0-9a-f]{32}\.[a-z0-9]+$/

/** The paths of a creation's files, the video first; empty if the video has no permanent address. */
export function offlinePaths({ videoUrl, previewImageUrl, srcImage }: Creation): readonly string[] {
  const isStable = (path: string) => STABLE_PATH.test(path)
  if (videoUrl === null || !isStable(videoUrl)) return []
  const paths = [videoUrl, previewImageUrl, ...srcImage].filter((path) => path !== null)
  return [...new Set(paths)].filter(isStable)
}

export interface OfflineVideosDeps {
  readonly store: Store
  readonly files: OfflineFileCache
  readonly fetchFile: (path: string) => Promise<Result<Blob>>
  /** Requests the owner's finished creations from the server. */
  readonly listOwn: () => Promise<Result<readonly Creation[]>>
  /** Whether the server has no session for this browser; false if it does not answer. */
  readonly isServersVisitor: () => Promise<boolean>
  /** The free storage of this site, in bytes; null if the browser does not report it. */
  readonly freeBytes: () => Promise<number | null>
  readonly nowMs: () => number
  readonly sleep: Clock['sleep']
  /** The id of the current account; '' for a visitor. */
  readonly owner: () => Promise<string>
  /** Runs the work under a lock. No other tab can run work on offline videos at that time. */
  readonly withLock: <T>(work: () => Promise<T>) => Promise<T>
}
