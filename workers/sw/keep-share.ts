import type { Store } from '#shared/browser/open-store.ts'
import type { Share } from '#shared/storage/share-record.ts'
import { MAX_SHARES_KEPT, SHARED_KEPT_MS } from '#shared/domain/share-rules.ts'
import { parseRecord, toStored } from '#shared/storage/define-record.ts'
import { shareRecord } from '#shared/storage/share-record.ts'

/** Writes a share down, and takes away those that nobody came for. Rejects when the device has no room. */
export function keepShare(store: Store, id: string, share: Share): Promise<void> {
  return store.write(async (tx) => {
    const [keys, rows] = [await tx.keys(''), await tx.list('')]
    const ages = keys.map((key, at) => ({ key, sharedAtMs: parseRecord(shareRecord, rows[at])?.sharedAtMs ?? 0 }))
    const newest = ages.toSorted((a, b) => b.sharedAtMs - a.sharedAtMs)
    const isKept = ({ sharedAtMs }: { readonly sharedAtMs: number }, at: number) =>
      at < MAX_SHARES_KEPT - 1 && sharedAtMs > share.sharedAtMs - SHARED_KEPT_MS
    for (const [at, row] of newest.entries()) if (!isKept(row, at)) tx.remove(row.key)
    tx.put(id, toStored(shareRecord, share))
  })
}
