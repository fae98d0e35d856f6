import { inTurn } from '#shared/browser/locks.ts'
import { openStore } from '#shared/browser/open-store.ts'
import { KEPT_CACHE, KEPT_DATABASE } from '#shared/storage/keys.ts'
import { fetchMedia } from '#src/lib/download.ts'
import { identityReady } from '#src/lib/identity.ts'
import type { KeptFiles } from './create-kept-shelf.ts'
import { createKeptVault } from './create-kept-vault.ts'
import { listOwnVideos } from './list-own-videos.ts'
import { freeBytes } from './storage-room.ts'

const LOCK = 'kept-videos'
/** As the server sends them: nothing on the way may hold them beyond this cache. */
const HEADERS = { 'cache-control': 'private, no-cache', 'accept-ranges': 'bytes' }

const files: KeptFiles = {
  async put(path, bytes) {
    const headers = { ...HEADERS, 'content-type': bytes.type, 'content-length': String(bytes.size) }
    await (await caches.open(KEPT_CACHE)).put(path, new Response(bytes, { headers }))
  },
  async remove(paths) {
    const cache = await caches.open(KEPT_CACHE)
    for (const path of paths) await cache.delete(path)
  },
  async list() {
    const requests = await (await caches.open(KEPT_CACHE)).keys()
    return requests.map(({ url }) => new URL(url).pathname)
  },
  async sizeBytes(path) {
    const file = await (await caches.open(KEPT_CACHE)).match(path)
    return Number(file?.headers.get('content-length') ?? 0)
  },
}

/** The videos that are kept on this device. Rule: docs/rules.md, "Kept videos". */
export const keptVault = createKeptVault({
  store: openStore(KEPT_DATABASE),
  files,
  fetchFile: fetchMedia,
  listOwn: listOwnVideos,
  freeBytes,
  nowMs: Date.now,
  sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  owner: async () => (await identityReady()).businessUserId,
  alone: (work) => inTurn(LOCK, work),
})
