import type { Store } from '#shared/browser/open-store.ts'
import type { KeptVideo } from '#shared/storage/kept-record.ts'
import { parseRecord } from '#shared/storage/define-record.ts'
import { keptRecord } from '#shared/storage/kept-record.ts'
import { keptPrefix } from '#shared/storage/keys.ts'

/** What somebody keeps on this device. Rejects where nothing can be read. */
export async function readKept(store: Store, owner: string): Promise<KeptVideo[]> {
  const rows = await store.read((tx) => tx.list(keptPrefix(owner)))
  return rows.flatMap((row) => parseRecord(keptRecord, row) ?? []).filter((video) => video.owner === owner)
}
