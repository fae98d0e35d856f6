import { registerRoute } from 'workbox-routing'
import { FILE_STORE_LIMIT_MS, openStore, type Store } from '#shared/browser/open-store.ts'
import { cutText } from '#shared/domain/cut-text.ts'
import { isAddress } from '#shared/domain/is-address.ts'
import { MAX_PROMPT_LENGTH } from '#shared/domain/generation-options.ts'
import {
  MAX_SHARED_IMAGES,
  MAX_STORED_SHARES,
  SHARE_FIELDS,
  SHARE_PATH,
  SHARE_QUERY,
  SHARE_RETENTION_MS,
} from '#shared/domain/share-rules.ts'
import { ROUTES } from '#shared/domain/screens.ts'
import { parseRecord, toStored, SHARE_DATABASE } from '#shared/storage/records.ts'
import { type Share, shareRecord } from '#shared/storage/share-record.ts'

/**
 * Stores a share from another app before any page opens, because this worker may be stopped and the network may be missing. Then opens the
 * matching form with the share's id in its address. Rule: docs/create.md, "Shared into the app".
 */
export function receiveShares(): void {
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && url.pathname === SHARE_PATH,
    async ({ request }) => {
      // An id per share, so that the same picture shared twice is added twice.
      const id = crypto.randomUUID()
      const imageCount = await storeRequest(request, id).catch(() => 0)
      return Response.redirect(`${imageCount > 1 ? ROUTES.startEnd : ROUTES.imageToVideo}?${SHARE_QUERY}=${id}`, 303)
    },
    'POST',
  )
}

async function storeRequest(request: Request, id: string): Promise<number> {
  const sharedContent = readShare(await request.formData(), Date.now())
  await storeShare(openStore(SHARE_DATABASE, FILE_STORE_LIMIT_MS), id, sharedContent)
  return sharedContent.images.length
}

/** The parts of a share for a form: the first pictures, and the text or else the title. A bare URL is not a prompt. */
export function readShare(form: FormData, nowMs: number): Share {
  const files = form.getAll(SHARE_FIELDS.images).filter((value) => value instanceof File)
  const images = files.filter(({ type, size }) => type.startsWith('image/') && size > 0).slice(0, MAX_SHARED_IMAGES)
  const wordsOf = (field: string) => {
    const value = form.get(field)
    return typeof value === 'string' ? value.trim() : ''
  }
  // Android puts the address of a shared page into the text.
  const words = [SHARE_FIELDS.text, SHARE_FIELDS.title].map(wordsOf).find((value) => value !== '' && !isAddress(value)) ?? ''
  return { images, words: cutText(words, MAX_PROMPT_LENGTH), sharedAtMs: nowMs }
}

/** Stores a share. Deletes shares that are too old, and the oldest ones above the limit. Rejects if the device is full. */
export function storeShare(store: Store, id: string, share: Share): Promise<void> {
  return store.write(async (tx) => {
    const [keys, rows] = [await tx.keys(''), await tx.list('')]
    const ages = keys.map((key, index) => ({ key, sharedAtMs: parseRecord(shareRecord, rows[index])?.sharedAtMs ?? 0 }))
    const newestFirst = ages.toSorted((a, b) => b.sharedAtMs - a.sharedAtMs)
    const isRetained = ({ sharedAtMs }: { readonly sharedAtMs: number }, index: number) =>
      index < MAX_STORED_SHARES - 1 && sharedAtMs > share.sharedAtMs - SHARE_RETENTION_MS
    for (const [index, row] of newestFirst.entries()) if (!isRetained(row, index)) tx.remove(row.key)
    tx.put(id, toStored(shareRecord, share))
  })
}
