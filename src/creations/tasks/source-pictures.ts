import type { WorkSnapshot } from '#shared/contract/hub-contract.ts'
import { hub } from '#src/hub-client/hub-client.ts'
import { hubState, proxy, snapshot } from '#src/store/state.ts'
import { subscribeKeys } from '#src/store/subscribe-keys.ts'

/**
 * Object URLs of pictures that are only on this device, by the commit's id. A URL is revoked when its commit no longer waits or runs.
 */
export const sourcePictures = proxy<Record<string, string>>({})
const pictureRequests = new Map<string, Promise<Blob | null>>()
/** The index of each video in its commit, by task. It is known while the batch runs or its result is shown. */
const variations = new Map<string, number>()

export function followSourcePictures(): () => void {
  const update = () => syncPictures(snapshot(hubState).work)
  update()
  return subscribeKeys(hubState, ['work'], update)
}

/** The picture of a commit, from this device; null if it is no longer stored here. */
export function sourcePicture(commitId: string): Promise<Blob | null> {
  return pictureRequests.get(commitId) ?? Promise.resolve(null)
}

/** The end picture of an unsent commit; null if it has none or the commit no longer exists. */
export function lastPicture(commitId: string | undefined): Promise<Blob | null> {
  return commitId === undefined ? Promise.resolve(null) : hub.api.outboxPicture(commitId, 'last')
}

/** The index of a video in its commit, from 0; null if it is unknown. */
export function variationOfTask(taskId: string, videoNum: number): number | null {
  return variations.get(taskId) ?? (videoNum === 1 ? 0 : null)
}

function syncPictures(work: WorkSnapshot): void {
  for (const { id } of work.outbox) if (!pictureRequests.has(id)) void fetchPicture(id)
  const pendingCommitIds = new Set([...work.outbox.map(({ id }) => id), ...work.batches.map(({ commitId }) => commitId)])
  for (const [id, url] of Object.entries(sourcePictures)) {
    if (pendingCommitIds.has(id)) continue
    URL.revokeObjectURL(url)
    delete sourcePictures[id]
    pictureRequests.delete(id)
  }
  for (const { tasks } of work.batches) tasks.forEach(({ id }, variation) => variations.set(id, variation))
  const reportedIds = new Set([
    ...work.batches.flatMap(({ tasks }) => tasks.map(({ id }) => id)),
    ...work.finished.map(({ taskId }) => taskId),
  ])
  for (const id of variations.keys()) if (!reportedIds.has(id)) variations.delete(id)
}

async function fetchPicture(commitId: string): Promise<void> {
  const pictureRequest = hub.api.outboxPicture(commitId, 'first')
  pictureRequests.set(commitId, pictureRequest)
  const blob = await pictureRequest
  if (blob === null) pictureRequests.delete(commitId)
  else sourcePictures[commitId] = URL.createObjectURL(blob)
}
