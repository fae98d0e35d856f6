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
 * elsewhere and files without a record. If the server is unreachable, it removes nothing and returns false.
 * Rule: docs/offline.md, "Offline videos".
 */
export function createOfflineReconciliation(deps: ReconciliationDeps): () => Promise<boolean> {
  const { store, offlineFiles, files, listOwn, isServersVisitor, nowMs, owner, withLock } = deps

  async function isCheckDue(mine: string): Promise<boolean> {
    if (mine === '' || (await offlineFiles.of(mine)).length === 0) return false
    const { atMs } = readRecord(offlineCheckRecord, await store.read((tx) => tx.get(offlineCheckKey(mine))))
    return Math.abs(nowMs() - atMs) >= OFFLINE_CHECK_MS
  }

  async function restoreLost(own: readonly Creation[], mine: string): Promise<void> {
    const lost = lostVideos(own, await offlineFiles.unused(), await files.list())
    const videos = lost.map(async ({ creation, paths }) => {
      const sizes = await Promise.all(paths.map((path) => files.sizeBytes(path)))
      const bytes = sizes.reduce((sum, size) => sum + size, 0)
      return { owner: mine, creation, paths, bytes, keptAtMs: nowMs(), lastUsedAtMs: nowMs(), isPinned: false }
    })
    await offlineFiles.put(await Promise.all(videos))
  }

  async function dropDeleted(own: readonly Creation[], mine: string, askedAtMs: number): Promise<void> {
    const there = new Set(own.map(({ id }) => id))
    const stored = await offlineFiles.of(mine)
    await offlineFiles.drop(stored.filter(({ creation, keptAtMs }) => keptAtMs < askedAtMs && !there.has(creation.id)))
    await store.write(async (tx) => tx.put(offlineCheckKey(mine), toStored(offlineCheckRecord, { atMs: askedAtMs })))
  }

  return async function reconcile() {
    await withLock(() => offlineFiles.endDrops())
    const mine = await owner()
    const isDue = await isCheckDue(mine)
    if (!isDue && (await offlineFiles.unused()).length === 0) return true
    // After a logout in this browser, the server may still have the account's session. It would return the account's list, not the
    // visitor's.
    if (mine === '' && !(await isServersVisitor())) return false
    const askedAtMs = nowMs()
    const own = await listOwn()
    if (!own.ok) return false
    return withLock(async () => {
      if (mine !== (await owner())) return false
      await restoreLost(own.value, mine)
      if (isDue) await dropDeleted(own.value, mine, askedAtMs)
      await offlineFiles.removeUnused(await files.list())
      return true
    })
  }
}

interface LostVideo {
  readonly creation: Creation
  readonly paths: string[]
}

/** The creations whose video file has no record, with all of their files on this device. */
function lostVideos(own: readonly Creation[], unused: readonly string[], here: readonly string[]): readonly LostVideo[] {
  const lost = new Set(unused)
  const all = new Set(here)
  return own.flatMap((creation) => {
    const paths = offlinePaths(creation)
    return lost.has(paths[0] ?? '') ? [{ creation, paths: paths.filter((path) => all.has(path)) }] : []
  })
}
