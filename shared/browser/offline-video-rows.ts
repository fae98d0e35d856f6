import type { Store } from './open-store.ts'
import { parseRecord, offlineVideosOf } from '#shared/storage/records.ts'
import { type OfflineVideo, offlineVideoRecord } from '#shared/storage/offline-video-record.ts'

/** The offline videos of one owner. Rejects if storage cannot be read. */
export async function readOfflineVideos(store: Store, owner: string): Promise<OfflineVideo[]> {
  const rows = await store.read((tx) => tx.list(offlineVideosOf(owner)))
  return rows.flatMap((row) => parseRecord(offlineVideoRecord, row) ?? []).filter((video) => video.owner === owner)
}
