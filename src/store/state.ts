import { proxy } from 'valtio'
import type { HubTopics } from '#shared/contract/hub-contract.ts'

export { proxy, ref, snapshot, subscribe, useSnapshot } from 'valtio'

/** The last snapshot of each topic of the hub. It is plain data; pictures are requested from the hub by their id. */
export const hubState = proxy<{ -readonly [T in keyof HubTopics]: HubTopics[T] }>({
  work: { outbox: [], mutations: [], batches: [], finished: [] },
  credits: null,
  account: null,
  billing: { orders: [], historyVersion: 0, lastSku: null, lastOrder: null, creditsPoll: 'idle', membershipPoll: 'idle' },
  identity: null,
  connection: { isOnline: true },
  storage: { problem: null },
})

/** `isOutdated`: a newer build runs the hub, and its protocol differs from this page's. */
export const pageBuild = proxy({ isOutdated: false })

/** `isSilent`: the hub could not be started for this page, or does not answer. */
export const hubHealth = proxy({ isSilent: false })
