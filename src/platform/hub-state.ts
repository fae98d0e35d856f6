import type { HubTopics } from '#shared/contract/hub-contract.ts'
import { proxy } from './state.ts'

/** What the hub last said, one entry per topic. Plain data only: pictures are fetched from the hub by id. */
export const hubState = proxy<{ -readonly [T in keyof HubTopics]: HubTopics[T] }>({
  work: { outbox: [], mutations: [], batches: [], finished: [] },
  credits: null,
  account: null,
  billing: { orders: [], historyVersion: 0, lastSku: null, creditsPoll: 'idle', membershipPoll: 'idle' },
  identity: null,
  connection: { isOnline: true },
  storage: { problem: null },
})

/** A newer build runs the hub and does not understand this page. */
export const pageBuild = proxy({ isOutdated: false })

/** What carries the hub could not be started here, or answers nothing. */
export const pageHub = proxy({ isSilent: false })
