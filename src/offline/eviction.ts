import { isStorageFailure, storageError } from '#shared/browser/record-store.ts'
import type { Clock } from '#shared/clock.ts'
import { evictionOrder, planEviction } from '#shared/domain/offline-rules.ts'
import { neverAborted } from '#shared/never-aborted.ts'
import { type Result, fail, ok } from '#shared/result.ts'
import type { OfflineVideo } from '#shared/storage/offline-video-record.ts'
import type { OfflineFiles, OfflineVideosDeps } from './offline-files.ts'

export interface SavedVideo {
  readonly video: OfflineVideo
  readonly evicted: readonly OfflineVideo[]
}

interface EvictionDeps extends Pick<OfflineVideosDeps, 'files' | 'freeBytes' | 'sleep'> {
  readonly offlineFiles: OfflineFiles
}

/** Stores a video with its files. If space is missing, it evicts the videos that were watched longest ago. */
export function createEviction({ offlineFiles, files, freeBytes, sleep }: EvictionDeps) {
  async function writeVideo(video: OfflineVideo, blobs: ReadonlyMap<string, Blob>): Promise<void> {
    try {
      for (const [path, bytes] of blobs) await files.put(path, bytes)
      await offlineFiles.put([video])
    } catch (error) {
      await offlineFiles.removeUnused(video.paths).catch(() => undefined)
      throw error
    }
  }

  return async function evictAndWrite(video: OfflineVideo, blobs: ReadonlyMap<string, Blob>): Promise<Result<SavedVideo>> {
    const otherVideos = (await offlineFiles.listVideos(video.owner)).filter(({ creation }) => creation.id !== video.creation.id)
    const byId = new Map(otherVideos.map((other) => [other.creation.id, other]))
    const plan = planEviction(otherVideos.map(evictionFacts), video.bytes, await freeBytes())
    if (!plan.fits) return fail({ code: 'storage_full', retry: 'never', detail: `${plan.missingBytes} bytes are missing` })
    const evicted = plan.evicted.flatMap((id) => byId.get(id) ?? [])
    await offlineFiles.drop(evicted)
    const writeAfterEviction = (evictedVideos: readonly OfflineVideo[]) =>
      writeWithRetries({ write: () => writeVideo(video, blobs), isSpaceExpected: evictedVideos.length > 0, sleep })
    if (await writeAfterEviction(evicted)) return ok({ video, evicted })
    // Browsers overestimate the free space. If the write failed, this evicts as much as the video needs and tries once more.
    const remainingVideos = otherVideos.filter((other) => !evicted.includes(other))
    const moreEvicted = selectForBytes(
      video.bytes,
      evictionOrder(remainingVideos.map(evictionFacts)).flatMap(({ id }) => byId.get(id) ?? []),
    )
    await offlineFiles.drop(moreEvicted)
    if (moreEvicted.length > 0 && (await writeAfterEviction(moreEvicted))) return ok({ video, evicted: [...evicted, ...moreEvicted] })
    return fail({ code: 'storage_full', retry: 'never', detail: 'the browser has no room' })
  }
}

function selectForBytes(neededBytes: number, order: readonly OfflineVideo[]): readonly OfflineVideo[] {
  let selectedBytes = 0
  const lastIndex = order.findIndex((video) => (selectedBytes += video.bytes) >= neededBytes)
  return lastIndex === -1 ? order : order.slice(0, lastIndex + 1)
}

function evictionFacts({ creation, bytes, lastUsedAtMs, isPinned }: OfflineVideo) {
  return { id: creation.id, bytes, lastUsedAtMs, isPinned }
}

/**
 * The pauses between tries of a write that failed for lack of space, in ms: browsers free space with a delay.
 * Rule: docs/offline.md, "Offline videos".
 */
const RETRY_PAUSES_MS = [250, 500, 1000, 2000]

interface WriteDeps {
  readonly write: () => Promise<void>
  /** Whether files were just removed, so that their space may become free. */
  readonly isSpaceExpected: boolean
  readonly sleep: Clock['sleep']
}

/** Writes, with retries if space may become free. False if the device is full. Rejects on any other failure. */
async function writeWithRetries({ write, isSpaceExpected, sleep }: WriteDeps): Promise<boolean> {
  for (const pauseMs of isSpaceExpected ? RETRY_PAUSES_MS : []) {
    if (await tryWrite(write)) return true
    await sleep(pauseMs, neverAborted())
  }
  return tryWrite(write)
}

async function tryWrite(write: () => Promise<void>): Promise<boolean> {
  try {
    await write()
    return true
  } catch (error) {
    if (isStorageFailure(error) && storageError(error).code === 'storage_full') return false
    throw error
  }
}
