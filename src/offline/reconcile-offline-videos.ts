import type { Creation } from '#shared/api/generation.ts'
import { type OfflineFiles, type OfflineVideosDeps, offlinePaths } from './offline-files.ts'
import { OFFLINE_CHECK_MS } from '#shared/domain/offline-rules.ts'
import { readRecord, toStored, offlineCheckKey } from '#shared/storage/records.ts'
import { offlineCheckRecord } from '#shared/storage/offline-video-record.ts'

interface ReconciliationDeps extends Pick<
  OfflineVideosDeps,
  'store' | 'files' | 'listOwn' | 'isServersVisitor' | 'nowMs' | 'owner' | 'withLock'
> {
  readonly offlineFiles: OfflineFiles
}

/**
 * Compares records, files and the server's list. It restores the record of a stored video, and removes videos that were deleted
 * elsewhere and files without a record. Without the server's list, it changes nothing and returns false.
 * Rule: docs/offline.md, "Offline videos".
 */
export function createOfflineReconciliation(deps: ReconciliationDeps): () => Promise<boolean> {
  const { store, offlineFiles, files, listOwn, isServersVisitor, nowMs, owner, withLock } = deps

  async function isCheckDue(ownerId: string): Promise<boolean> {
    if (ownerId === '' || (await offlineFiles.listVideos(ownerId)).length === 0) return false
    const { atMs } = readRecord(offlineCheckRecord, await store.read((tx) => tx.get(offlineCheckKey(ownerId))))
    return Math.abs(nowMs() - atMs) >= OFFLINE_CHECK_MS
  }

  async function restoreLost(ownCreations: readonly Creation[], ownerId: string): Promise<void> {
    const lostVideos = findLostVideos(ownCreations, await offlineFiles.listUnused(), await files.list())
    const videos = lostVideos.map(async ({ creation, paths }) => {
      const sizes = await Promise.all(paths.map((path) => files.sizeBytes(path)))
      const bytes = sizes.reduce((sum, size) => sum + size, 0)
      return { owner: ownerId, creation, paths, bytes, keptAtMs: nowMs(), lastUsedAtMs: nowMs(), isPinned: false }
    })
    await offlineFiles.put(await Promise.all(videos))
  }

  async function dropDeleted(ownCreations: readonly Creation[], ownerId: string, askedAtMs: number): Promise<void> {
    const existingIds = new Set(ownCreations.map(({ id }) => id))
    const storedVideos = await offlineFiles.listVideos(ownerId)
    await offlineFiles.drop(storedVideos.filter(({ creation, keptAtMs }) => keptAtMs < askedAtMs && !existingIds.has(creation.id)))
    await store.write(async (tx) => tx.put(offlineCheckKey(ownerId), toStored(offlineCheckRecord, { atMs: askedAtMs })))
  }

  return async function reconcile() {
    await withLock(() => offlineFiles.finishRemovals())
    const ownerId = await owner()
    const isDue = await isCheckDue(ownerId)
    if (!isDue && (await offlineFiles.listUnused()).length === 0) return true
    // After a logout in this browser, the server may still have the account's session. The server would then return the account's list, not
    // the visitor's.
    if (ownerId === '' && !(await isServersVisitor())) return false
    const askedAtMs = nowMs()
    const ownList = await listOwn()
    if (!ownList.ok) return false
    return withLock(async () => {
      if (ownerId !== (await owner())) return false
      await restoreLost(ownList.value, ownerId)
      if (isDue) await dropDeleted(ownList.value, ownerId, askedAtMs)
      await offlineFiles.removeUnused(await files.list())
      return true
    })
  }
}

interface LostVideo {
  readonly creation: Creation
  readonly paths: string[]
}

/** The creations whose video file is on this device without a record. `paths` lists all files of a creation that are on this device. */
function findLostVideos(
  ownCreations: readonly Creation[],
  unusedFiles: readonly string[],
  storedPaths: readonly string[],
): readonly LostVideo[] {
  const unusedPaths = new Set(unusedFiles)
  const storedPathSet = new Set(storedPaths)
  return ownCreations.flatMap((creation) => {
    const paths = offlinePaths(creation)
    return unusedPaths.has(paths[0] ?? '') ? [{ creation, paths: paths.filter((path) => storedPathSet.has(path)) }] : []
  })
}
