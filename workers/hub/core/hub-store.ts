import type { Store, StoreTransaction } from '#shared/browser/open-store.ts'
import { FENCE_KEY } from '#shared/storage/keys.ts'

/** Another owner has taken over: whoever meets this must stop writing. */
export class FencedOut extends Error {
  override readonly name = 'FencedOut'
}

/** All hub records: one database, one store, every change one transaction. */
export interface HubStore extends Store {
  /** A write of the owner's loops: rejects with `FencedOut` when `fence` is no longer the current one. */
  writeAsOwner<T>(fence: number, run: (tx: StoreTransaction) => Promise<T>): Promise<T>
  /** Makes all earlier owners' writes fail and returns the new owner's number. */
  takeFence(): Promise<number>
}

/** The records as one owner may change them. */
export type OwnedStore = Pick<Store, 'read' | 'write'>

/** The records in the hands of the owner that took `fence`; its writes reject with `FencedOut` once another one has taken over. */
export function ownedStore(store: HubStore, fence: number): OwnedStore {
  return { read: (run) => store.read(run), write: (run) => store.writeAsOwner(fence, run) }
}

/** Two owners that could not see each other's fence must not come to the same number. */
const FENCE_STEPS = 1000

/** Adds the owner's fence to a store. */
export function createHubStore(store: Store, random: () => number): HubStore {
  return {
    ...store,
    writeAsOwner: (fence, run) =>
      store.write(async (tx) => {
        if ((await tx.get(FENCE_KEY)) !== fence) throw new FencedOut()
        return run(tx)
      }),
    takeFence: () =>
      store.write(async (tx) => {
        const current = await tx.get(FENCE_KEY)
        const next = (typeof current === 'number' ? current : 0) + 1 + Math.floor(random() * FENCE_STEPS)
        tx.put(FENCE_KEY, next)
        return next
      }),
  }
}
