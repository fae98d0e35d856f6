import type { Store, StoreTransaction } from '#shared/browser/open-store.ts'
import { type StoredRecord, readRecord, toStored, parseRecord } from '#shared/storage/records.ts'
import * as keys from '#shared/storage/records.ts'
import * as records from '#shared/storage/hub-records.ts'

/** Thrown by a write after another hub worker became the owner with a newer fence. Code that catches this must stop writing. */
export class FencedOut extends Error {
  override readonly name: string = 'FencedOut'
}

/** Thrown if the records of this device were cleared while their owner was running. */
class NoFence extends FencedOut {
  override readonly name = 'NoFence'
}

/** All hub records: one database, one store, one transaction per change. */
interface HubStore extends Store {
  /**
   * Makes writes of all earlier owners fail. Returns the new owner's fence. It is higher than all earlier fences, even after the records
   * were cleared.
   */
  acquireFence(): Promise<number>
  /** Stores facts about a clearing of the records for the next owner. Only the first call has an effect. */
  noteClearing(facts: Omit<records.Cleared, 'isFollowed'>): Promise<void>
}

export type OwnedStore = Pick<Store, 'read' | 'write'>

/**
 * The store for the owner with this `fence`. Its writes reject with `FencedOut` after another owner started. A missing fence means that the
 * records were cleared. That is recorded and this owner stops, so that missing rows do not count as empty.
 */
export function ownedStore(store: HubStore, fence: number, noteClearing: () => Promise<void> = async () => undefined): OwnedStore {
  async function readFence(tx: StoreTransaction): Promise<unknown> {
    const currentFence = await tx.get(keys.FENCE_KEY)
    if (currentFence === undefined && tx.isBlind !== true) throw new NoFence()
    return currentFence
  }

  async function withClearingNotice<T>(operation: Promise<T>): Promise<T> {
    try {
      return await operation
    } catch (error) {
      if (error instanceof NoFence) await noteClearing()
      throw error
    }
  }

  return {
    read: (run) =>
      withClearingNotice(
        store.read(async (tx) => {
          await readFence(tx)
          return run(tx)
        }),
      ),
    write: (run) =>
      withClearingNotice(
        store.write(async (tx) => {
          if ((await readFence(tx)) !== fence) throw new FencedOut()
          return run(tx)
        }),
      ),
  }
}

/** Random steps prevent two owners that cannot read each other's fence from using the same number. */
const MAX_FENCE_STEP = 1000

export function createHubStore(store: Store, random: () => number): HubStore {
  return {
    ...store,
    acquireFence: () =>
      store.write(async (tx) => {
        const currentFence = await tx.get(keys.FENCE_KEY)
        const clearedFence = readRecord(records.clearedRecord, await tx.get(keys.CLEARED_KEY))?.fence ?? 0
        const nextFence =
          Math.max(typeof currentFence === 'number' ? currentFence : 0, clearedFence) + 1 + Math.floor(random() * MAX_FENCE_STEP)
        tx.put(keys.FENCE_KEY, nextFence)
        return nextFence
      }),
    noteClearing: (facts) =>
      store.write(async (tx) => {
        const isNoted = (await tx.get(keys.FENCE_KEY)) !== undefined || (await tx.get(keys.CLEARED_KEY)) !== undefined
        if (!isNoted) tx.put(keys.CLEARED_KEY, toStored(records.clearedRecord, { ...facts, isFollowed: false }))
      }),
  }
}

const FINISHED_RETENTION_MS = 24 * 60 * 60 * 1000

export async function readIdentity(tx: StoreTransaction): Promise<records.Identity> {
  return readRecord(records.identityRecord, await tx.get(keys.IDENTITY_KEY))
}

/** Matches rows of the current account, and rows of older builds, which stored no account. */
export async function accountFilter(tx: StoreTransaction): Promise<(row: { readonly account: string }) => boolean> {
  const currentAccount = records.accountOf(await readIdentity(tx))
  return ({ account }) => account === currentAccount || account === records.ANYBODY
}

export async function readPool(tx: StoreTransaction): Promise<records.TaskPool> {
  return readRecord(records.taskPoolRecord, await tx.get(keys.TASK_POOL_KEY))
}

export function putPool(tx: StoreTransaction, pool: records.TaskPool): void {
  tx.put(keys.TASK_POOL_KEY, toStored(records.taskPoolRecord, pool))
}

export async function readCommit(tx: StoreTransaction, commitId: string): Promise<records.OutboxRow | undefined> {
  return parseRecord(records.outboxRecord, await tx.get(keys.outboxKey(commitId)))
}

export function putCommit(tx: StoreTransaction, row: records.OutboxRow): void {
  tx.put(keys.outboxKey(row.id), toStored(records.outboxRecord, row))
}

/** The current account's unsent commits, in sending order. */
export async function readOutbox(tx: StoreTransaction): Promise<records.OutboxRow[]> {
  const isMine = await accountFilter(tx)
  const rows = await listRows(tx, keys.OUTBOX_PREFIX, records.outboxRecord)
  return rows.filter(isMine).sort((a, b) => a.position - b.position || a.createdAtMs - b.createdAtMs)
}

export async function readMutation(tx: StoreTransaction, id: string): Promise<records.MutationRow | undefined> {
  return parseRecord(records.mutationRecord, await tx.get(keys.mutationKey(id)))
}

export function putMutation(tx: StoreTransaction, row: records.MutationRow): void {
  tx.put(keys.mutationKey(row.id), toStored(records.mutationRecord, row))
}

/** All mutations of the current account, oldest first. */
export async function readMutations(tx: StoreTransaction): Promise<records.MutationRow[]> {
  const isMine = await accountFilter(tx)
  const rows = await listRows(tx, keys.MUTATION_PREFIX, records.mutationRecord)
  return rows.filter(isMine).sort((a, b) => a.createdAtMs - b.createdAtMs)
}

export function putOverdue(tx: StoreTransaction, row: records.OverdueRow): void {
  tx.put(keys.overdueKey(row.batchId), toStored(records.overdueRecord, row))
}

/** The current account's batches that left the pool unfinished. */
export async function readOverdue(tx: StoreTransaction): Promise<records.OverdueRow[]> {
  const isMine = await accountFilter(tx)
  return (await listRows(tx, keys.OVERDUE_PREFIX, records.overdueRecord)).filter(isMine)
}

export async function readFinished(tx: StoreTransaction, taskId: string): Promise<records.FinishedRow | undefined> {
  return parseRecord(records.announcedRecord, await tx.get(keys.announcedKey(taskId)))
}

export function putFinished(tx: StoreTransaction, row: records.FinishedRow): void {
  tx.put(keys.announcedKey(row.taskId), toStored(records.announcedRecord, row))
}

/** The current account's stored finished tasks, newest first. */
export async function readAllFinished(tx: StoreTransaction): Promise<records.FinishedRow[]> {
  const isMine = await accountFilter(tx)
  const rows = await listRows(tx, keys.ANNOUNCED_PREFIX, records.announcedRecord)
  return rows.filter(isMine).sort((a, b) => b.finishedAtMs - a.finishedAtMs)
}

/** Deletes finished tasks after a day. */
export async function deleteOldFinished(tx: StoreTransaction, nowMs: number): Promise<void> {
  for (const row of await listRows(tx, keys.ANNOUNCED_PREFIX, records.announcedRecord)) {
    if (row.finishedAtMs + FINISHED_RETENTION_MS < nowMs) tx.remove(keys.announcedKey(row.taskId))
  }
}

/** All readable rows under a prefix; invalid ones are skipped. */
export async function listRows<T>(tx: StoreTransaction, prefix: string, record: StoredRecord<T>): Promise<T[]> {
  return (await tx.list(prefix)).flatMap((raw) => parseRecord(record, raw) ?? [])
}
