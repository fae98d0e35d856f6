import type { Store } from '#shared/browser/open-store.ts'
import type { KeptVideo } from '#shared/storage/kept-record.ts'
import { readKept } from '#shared/browser/kept-rows.ts'
import { isStorageFailure } from '#shared/browser/record-store.ts'
import { parseRecord, readRecord, toStored } from '#shared/storage/define-record.ts'
import { keptGoingRecord, keptRecord } from '#shared/storage/kept-record.ts'
import { ALL_KEPT, KEPT_GOING_KEY, keptPrefix } from '#shared/storage/keys.ts'

/** The part of the Cache Storage that holds the files; all paths are of this origin. */
export interface KeptFiles {
  put(path: string, bytes: Blob): Promise<void>
  remove(paths: readonly string[]): Promise<void>
  list(): Promise<readonly string[]>
  sizeBytes(path: string): Promise<number>
}

/** The records of kept videos and their files, which several may have in common: the videos of one batch share their source picture. */
export interface OfflineFiles {
  of(owner: string): Promise<readonly KeptVideo[]>
  put(videos: readonly KeptVideo[]): Promise<void>
  /** Takes records away, and the files that no other one needs. */
  drop(videos: readonly KeptVideo[]): Promise<void>
  /** Takes the files away that a tab left when it died in the middle of a drop. */
  endDrops(): Promise<void>
  /** Whose the videos of one owner are from now on. */
  give(from: string, to: string): Promise<void>
  /** Files of no record. */
  unused(): Promise<readonly string[]>
  /** Removes those of these files that have no record. */
  removeUnused(paths: readonly string[]): Promise<void>
}

export function createOfflineFiles(store: Store, files: KeptFiles): OfflineFiles {
  const of = (owner: string) => readKept(store, owner)

  async function isUnused(): Promise<(path: string) => boolean> {
    const rows = await store.read((tx) => tx.list(ALL_KEPT))
    const used = new Set(rows.flatMap((row) => parseRecord(keptRecord, row)?.paths ?? []))
    return (path) => !used.has(path)
  }

  async function removeUnused(paths: readonly string[]): Promise<void> {
    await files.remove(paths.filter(await isUnused()))
  }

  async function endDrops(): Promise<void> {
    const { paths } = readRecord(keptGoingRecord, await store.read((tx) => tx.get(KEPT_GOING_KEY)))
    if (paths.length === 0) return
    await removeUnused(paths)
    await store.write(async (tx) => tx.remove(KEPT_GOING_KEY))
  }

  return {
    of,
    unused: async () => (await files.list()).filter(await isUnused()),
    removeUnused,
    async put(videos) {
      await store.write(async (tx) => {
        for (const video of videos) tx.put(keyOf(video), toStored(keptRecord, video))
      })
    },
    async drop(videos) {
      if (videos.length === 0) return
      const going = videos.flatMap(({ paths }) => paths)
      await store
        .write(async (tx) => {
          const { paths } = readRecord(keptGoingRecord, await tx.get(KEPT_GOING_KEY))
          for (const video of videos) tx.remove(keyOf(video))
          tx.put(KEPT_GOING_KEY, toStored(keptGoingRecord, { paths: [...paths, ...going] }))
        })
        .catch(async (error: unknown) => {
          if (!isStorageFailure(error)) throw error
          // A full device has no room even for what is to make room.
          await store.write(async (tx) => {
            for (const video of videos) tx.remove(keyOf(video))
          })
        })
      await removeUnused(going)
      await endDrops()
    },
    endDrops,
    async give(from, to) {
      const videos = await of(from)
      await store.write(async (tx) => {
        for (const video of videos) {
          tx.remove(keyOf(video))
          tx.put(keyOf({ ...video, owner: to }), toStored(keptRecord, { ...video, owner: to }))
        }
      })
    },
  }
}

function keyOf({ owner, creation }: Pick<KeptVideo, 'owner' | 'creation'>): string {
  return keptPrefix(owner) + creation.id
}
