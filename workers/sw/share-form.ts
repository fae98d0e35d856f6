import { type Share, shareRecord } from '#shared/storage/share-record.ts'
import { MAX_PROMPT_LENGTH } from '#shared/domain/generation-options.ts'
import { MAX_SHARED_IMAGES, SHARE_FIELDS, MAX_SHARES_KEPT, SHARED_KEPT_MS } from '#shared/domain/share-rules.ts'
import type { Store } from '#shared/browser/open-store.ts'
import { parseRecord, toStored } from '#shared/storage/define-record.ts'

/** The parts of a share that a form takes: the first pictures and the text, or the title without one. A bare URL is not a prompt. */
export function readShare(form: FormData, nowMs: number): Share {
  const files = form.getAll(SHARE_FIELDS.images).filter((value) => value instanceof File)
  const images = files.filter(({ type, size }) => type.startsWith('image/') && size > 0).slice(0, MAX_SHARED_IMAGES)
  const wordsOf = (field: string) => {
    const value = form.get(field)
    return typeof value === 'string' ? value.trim() : ''
  }
  const words = wordsOf(SHARE_FIELDS.text) || wordsOf(SHARE_FIELDS.title)
  return { images, words: words.slice(0, MAX_PROMPT_LENGTH), sharedAtMs: nowMs }
}

/** Stores a share and deletes old ones that no form took. Rejects when the device is full. */
export function storeShare(store: Store, id: string, share: Share): Promise<void> {
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
