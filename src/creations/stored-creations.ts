import type { Creation } from '#shared/api/generation.ts'
import { openRecords } from '#shared/browser/record-store.ts'
import { accountOf } from '#shared/storage/hub-records.ts'
import { CREATION_ROWS, HISTORY_DATABASE } from '#shared/storage/records.ts'
import { storedHistoryRecord } from '#shared/storage/page-records.ts'
import { hubState } from '#src/store/state.ts'
import { identityReady } from '#src/hub-client/identity.ts'
import { offlineVideos } from '#src/offline/offline-videos.ts'

const records = openRecords(HISTORY_DATABASE)

/** The user's creations that are stored on this device, each once, newest first. */
export async function storedCreations(): Promise<readonly Creation[]> {
  const identity = await identityReady()
  // Another tab has logged in or out, and this tab has not deleted the previous account's data yet.
  if ((hubState.identity?.businessUserId ?? identity.businessUserId) !== identity.businessUserId) return []
  const owner = accountOf(identity)
  const offlineEntries = await offlineVideos.list().catch(() => [])
  const rows = await Promise.all(Object.values(CREATION_ROWS).map((row) => records.read(row, storedHistoryRecord)))
  const ownCreations = rows.flatMap((row) => (row?.owner === owner ? row.creations : []))
  const byId = new Map(
    [...offlineEntries, ...ownCreations.map((creation) => ({ creation }))].map(({ creation }) => [creation.id, creation]),
  )
  return [...byId.values()].sort((a, b) => b.createdAt - a.createdAt)
}
