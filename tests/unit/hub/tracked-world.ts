import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { type BatchTask, UNREPORTED_TASK } from '#shared/api/generation.ts'
import { type StoreTransaction, openStore } from '#shared/browser/open-store.ts'
import { type TaskState, BATCH_RETENTION_MS } from '#shared/domain/task.ts'
import { type TrackedBatchRow, ANYBODY } from '#shared/storage/hub-records.ts'
import { HUB_DATABASE } from '#shared/storage/records.ts'
import { putPool, readAllFinished, readOverdue, readPool, createHubStore, ownedStore } from '#workers/hub/runtime/hub-store.ts'
import { createFakeClock } from '../platform/fake-clock.ts'
import { createScriptedApi } from './scripted-api.ts'
import { makeIntent } from './hub-world.ts'

/** The database, clock and scripted API of one owner hub, for tests of the loops that poll accepted batches. */
export async function createTrackedWorld() {
  globalThis.indexedDB = new IDBFactory()
  globalThis.IDBKeyRange = IDBKeyRange
  const clock = createFakeClock()
  const hubStore = createHubStore(openStore(HUB_DATABASE), () => 0)
  const store = ownedStore(hubStore, await hubStore.acquireFence())
  const write = (work: (tx: StoreTransaction) => Promise<void> | void) => store.write(async (tx) => work(tx))
  return {
    ...createScriptedApi(clock),
    clock,
    store,
    write,
    addBatches: (...batches: TrackedBatchRow[]) =>
      write(async (tx) => putPool(tx, { batches: [...(await readPool(tx)).batches, ...batches], polledAtMs: 0 })),
    pool: async () => (await store.read(readPool)).batches,
    overdueBatches: () => store.read(readOverdue),
    finishedTasks: async () =>
      (await store.read(readAllFinished)).map(({ taskId, status, errorMsg }) => [taskId, status, errorMsg]).toSorted(byText),
  }
}

const byText = (a: unknown, b: unknown) => String(a).localeCompare(String(b))

/** A batch that the server accepted at `acceptedAtMs`, with one task in each of these states. */
export function makeBatch(batchId: string, acceptedAtMs: number, states: readonly TaskState[] = ['PENDING']): TrackedBatchRow {
  const { settings } = makeIntent()
  const picture = { sourceUrl: '/media/a.jpg', width: 4, height: 3 }
  const times = { acceptedAtMs, expireAt: acceptedAtMs + BATCH_RETENTION_MS }
  const commitFields = { batchId, account: ANYBODY, bizType: 'CUSTOM' as const, commitId: `commit of ${batchId}`, settings, points: 50 }
  return { ...commitFields, ...picture, ...times, tasks: states.map((state, index) => makeTask(`${batchId}-${index + 1}`, state)) }
}

export function makeTask(id: string, status: TaskState, errorMsg: string | null = null): BatchTask {
  return { ...UNREPORTED_TASK, id, status, bizType: 'CUSTOM', errorMsg }
}
