import type { WorkSnapshot } from '#shared/contract/hub-contract.ts'
import { hub } from '#src/bridge/hub-client.ts'
import { hubState } from '#src/lib/hub-mirror.ts'
import { proxy, snapshot, subscribe } from '#src/lib/state.ts'

/** Addresses of pictures that only this device has yet, by commit. They live as long as the commit is under way. */
export const sourcePictures = proxy<Record<string, string>>({})
const asked = new Set<string>()

export function followSourcePictures(): () => void {
  const look = () => syncPictures(snapshot(hubState).work)
  look()
  return subscribe(hubState, look)
}

function syncPictures(work: WorkSnapshot): void {
  for (const { id } of work.outbox) if (!asked.has(id)) void fetchPicture(id)
  const living = new Set([...work.outbox.map(({ id }) => id), ...work.batches.map(({ commitId }) => commitId)])
  for (const [id, url] of Object.entries(sourcePictures)) {
    if (living.has(id)) continue
    URL.revokeObjectURL(url)
    delete sourcePictures[id]
    asked.delete(id)
  }
}

async function fetchPicture(commitId: string): Promise<void> {
  asked.add(commitId)
  const blob = await hub.api.outboxPicture(commitId)
  if (blob === null) asked.delete(commitId)
  else sourcePictures[commitId] = URL.createObjectURL(blob)
}
