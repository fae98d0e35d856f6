import { proxy, subscribe } from 'valtio'
import type { HubTopics } from '#shared/contract/hub-contract.ts'

export { proxy, ref, snapshot, useSnapshot } from 'valtio'
export { subscribe }

/** The last snapshot of each hub topic. Plain data only: pictures are fetched from the hub by id. */
export const hubState = proxy<{ -readonly [T in keyof HubTopics]: HubTopics[T] }>({
  work: { outbox: [], mutations: [], batches: [], finished: [] },
  credits: null,
  account: null,
  billing: { orders: [], historyVersion: 0, lastSku: null, lastOrder: null, creditsPoll: 'idle', membershipPoll: 'idle' },
  identity: null,
  connection: { isOnline: true },
  storage: { problem: null },
})

/**
 * Calls the listener after one of these keys was assigned another value. A change within a value does not count: the hub
 * replaces each topic as a whole. Returns a function that stops it.
 */
export function subscribeKeys<State extends object>(state: State, keys: readonly (keyof State)[], listener: () => void): () => void {
  const read = () => keys.map((key) => state[key])
  let known = read()
  return subscribe(state, () => {
    const current = read()
    if (current.every((value, index) => Object.is(value, known[index]))) return
    known = current
    listener()
  })
}

/** A newer build runs the hub, and its protocol differs from this page's. */
export const pageBuild = proxy({ isOutdated: false })

/** The hub could not be started here, or does not answer. */
export const pageHub = proxy({ isSilent: false })
