import { proxy } from 'valtio'
import type { HubTopics } from '#shared/contract/hub-contract.ts'

export { proxy, ref, snapshot, subscribe, useSnapshot } from 'valtio'

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

/** A newer build runs the hub, and its protocol differs from this page's. */
export const pageBuild = proxy({ isOutdated: false })

/** The hub could not be started here, or does not answer. */
export const pageHub = proxy({ isSilent: false })
