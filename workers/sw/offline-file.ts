import { createPartialResponse } from 'workbox-range-requests'
import { readOfflineVideos } from '#shared/browser/offline-video-rows.ts'
import { openStore } from '#shared/browser/open-store.ts'
import { openRecords } from '#shared/browser/record-store.ts'
import { identityRecord } from '#shared/storage/hub-records.ts'
import { HUB_DATABASE, IDENTITY_KEY, OFFLINE_CACHE, OFFLINE_DATABASE } from '#shared/storage/records.ts'

const hubRecords = openRecords(HUB_DATABASE)
const videos = openStore(OFFLINE_DATABASE)

/**
 * A file of an offline video, or the requested range. Undefined if it does not exist or belongs to another identity.
 * Rule: docs/offline.md, "Offline videos".
 */
export async function offlineFile(request: Request): Promise<Response | undefined> {
  try {
    const { pathname } = new URL(request.url)
    const file = await caches.match(pathname, { cacheName: OFFLINE_CACHE })
    if (file === undefined || !(await isOwnFile(pathname))) return undefined
    return request.headers.has('range') ? await createPartialResponse(request, file) : file
  } catch {
    return undefined
  }
}

async function isOwnFile(path: string): Promise<boolean> {
  const identity = await hubRecords.read(IDENTITY_KEY, identityRecord)
  if (identity === undefined) return false
  const offlineVideos = await readOfflineVideos(videos, identity.businessUserId)
  return offlineVideos.some(({ paths }) => paths.includes(path))
}
