import { type Creation, getHistory } from '#shared/api/generation.ts'
import { getMe } from '#shared/api/user.ts'
import { withLock } from '#shared/browser/locks.ts'
import { openStore } from '#shared/browser/open-store.ts'
import { systemClock } from '#shared/clock.ts'
import { type Result, ok } from '#shared/result.ts'
import { OFFLINE_CACHE, OFFLINE_DATABASE } from '#shared/storage/records.ts'
import { api } from '#src/hub-client/api.ts'
import { fetchMedia } from '#src/browser/download.ts'
import { identityReady } from '#src/hub-client/identity.ts'
import { freeBytes } from '#src/browser/storage-space.ts'
import { createOfflineVideos } from './create-offline-videos.ts'
import type { OfflineFileCache } from './offline-files.ts'

/** The largest page of the history that the server returns, in creations. */
const PAGE_SIZE = 999

const LOCK_NAME = 'kept-videos'

/** The headers of stored files. With these, the HTTP cache has no copy that outlives the stored file. */
const STORED_HEADERS = { 'cache-control': 'private, no-cache', 'accept-ranges': 'bytes' }

const files: OfflineFileCache = {
  async put(path, bytes) {
    const headers = { ...STORED_HEADERS, 'content-type': bytes.type, 'content-length': String(bytes.size) }
    await (await caches.open(OFFLINE_CACHE)).put(path, new Response(bytes, { headers }))
  },
  async remove(paths) {
    const cache = await caches.open(OFFLINE_CACHE)
    for (const path of paths) await cache.delete(path)
  },
  async list() {
    const requests = await (await caches.open(OFFLINE_CACHE)).keys()
    return requests.map(({ url }) => new URL(url).pathname)
  },
  async sizeBytes(path) {
    const file = await (await caches.open(OFFLINE_CACHE)).match(path)
    return Number(file?.headers.get('content-length') ?? 0)
  },
}

/** The offline videos on this device. Rule: docs/offline.md, "Offline videos". */
export const offlineVideos = createOfflineVideos({
  store: openStore(OFFLINE_DATABASE),
  files,
  fetchFile: fetchMedia,
  listOwn: listOwnVideos,
  async isServersVisitor() {
    const account = await api.call(getMe, {})
    return account.ok && !account.value.isLoggedIn
  },
  freeBytes,
  nowMs: Date.now,
  sleep: systemClock.sleep,
  owner: async () => (await identityReady()).businessUserId,
  withLock: (work) => withLock(LOCK_NAME, work),
})

/** Requests all finished creations of the current account, newest first. */
async function listOwnVideos(): Promise<Result<readonly Creation[]>> {
  const ownVideos: Creation[] = []
  for (let curPage = 1; ; curPage += 1) {
    const page = await api.call(getHistory, { curPage, pageSize: PAGE_SIZE, taskStatus: 'SUCCESS' })
    if (!page.ok) return page
    ownVideos.push(...page.value.data)
    if (page.value.data.length < PAGE_SIZE) return ok(ownVideos)
  }
}
