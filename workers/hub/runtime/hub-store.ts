import type { Store, StoreTransaction } from '#shared/browser/open-store.ts'
import { type Cleared, clearedRecord } from '#shared/storage/hub-records.ts'
import { readRecord, toStored } from '#shared/storage/define-record.ts'
import { CLEARED_KEY, FENCE_KEY } from '#shared/storage/keys.ts'

/** Another owner has taken over; the code that catches this must stop writing. */
export class FencedOut extends Error {
  override readonly name: string = 'FencedOut'
}

/** The records of this device were cleared while their owner was running. */
class NoFence extends FencedOut {
  override readonly name = 'NoFence'
}

/** All hub records: one database, one store, one transaction per change. */
export interface HubStore extends Store {
  /**
   * Makes writes of all earlier owners fail and returns the new owner's number, which is higher even if the records were
   * cleared in between.
   */
  takeFence(): Promise<number>
  /** Records the clearing for the next owner; only the first call counts. */
  noteClearing(facts: Omit<Cleared, 'isFollowed'>): Promise<void>
}

/** The store as an owner may change it. */
export type OwnedStore = Pick<Store, 'read' | 'write'>

/**
 * The store for the owner with this `fence`; its writes reject with `FencedOut` after another owner took over. A missing
 * fence means the records were cleared: that is noted, and this owner stops too, so that missing rows are not read as
 * empty.
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

/** Random steps keep two owners that could not see each other's fence from using the same number. */
const FENCE_STEPS = 1000

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
