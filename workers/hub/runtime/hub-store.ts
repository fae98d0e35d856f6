import type { Store, StoreTransaction } from '#shared/browser/open-store.ts'
import { type Cleared, clearedRecord } from '#shared/storage/hub-records.ts'
import { readRecord, toStored } from '#shared/storage/define-record.ts'
import { CLEARED_KEY, FENCE_KEY } from '#shared/storage/keys.ts'

/** Another owner has taken over: whoever meets this must stop writing. */
export class FencedOut extends Error {
  override readonly name: string = 'FencedOut'
}

/** The records of this device were cleared under their owner. */
class NoFence extends FencedOut {
  override readonly name = 'NoFence'
}

/** All hub records: one database, one store, every change one transaction. */
export interface HubStore extends Store {
  /** Makes all earlier owners' writes fail and returns the new owner's number, which is above that of one whose records were cleared. */
  takeFence(): Promise<number>
  /** The first of those who find the records cleared tells the next owner. */
  noteClearing(facts: Omit<Cleared, 'isFollowed'>): Promise<void>
}

/** The records as one owner may change them. */
export type OwnedStore = Pick<Store, 'read' | 'write'>

/**
 * The records in the hands of the owner that took `fence`; its writes reject with `FencedOut` once another one has taken over. Without any
 * fence they were cleared under it: nothing is read as empty that was not, that is noted, and this owner is out as well.
 */
export function ownedStore(store: HubStore, fence: number, noteClearing: () => Promise<void> = async () => undefined): OwnedStore {
  async function readFence(tx: StoreTransaction): Promise<unknown> {
    const current = await tx.get(FENCE_KEY)
    if (current === undefined && tx.isBlind !== true) throw new NoFence()
    return current
  }

  async function noticing<T>(use: Promise<T>): Promise<T> {
    try {
      return await use
    } catch (error) {
      if (error instanceof NoFence) await noteClearing()
      throw error
    }
  }

  return {
    read: (run) =>
      noticing(
        store.read(async (tx) => {
          await readFence(tx)
          return run(tx)
        }),
      ),
    write: (run) =>
      noticing(
        store.write(async (tx) => {
          if ((await readFence(tx)) !== fence) throw new FencedOut()
          return run(tx)
        }),
      ),
  }
}

/** Two owners that could not see each other's fence must not come to the same number. */
const FENCE_STEPS = 1000

/** Adds the owner's fence to a store. */
export function createHubStore(store: Store, random: () => number): HubStore {
  return {
    ...store,
    takeFence: () =>
      store.write(async (tx) => {
        const current = await tx.get(FENCE_KEY)
        const before = readRecord(clearedRecord, await tx.get(CLEARED_KEY))?.fence ?? 0
        const next = Math.max(typeof current === 'number' ? current : 0, before) + 1 + Math.floor(random() * FENCE_STEPS)
        tx.put(FENCE_KEY, next)
        return next
      }),
    noteClearing: (facts) =>
      store.write(async (tx) => {
        const isTold = (await tx.get(FENCE_KEY)) !== undefined || (await tx.get(CLEARED_KEY)) !== undefined
        if (!isTold) tx.put(CLEARED_KEY, toStored(clearedRecord, { ...facts, isFollowed: false }))
      }),
  }
}
