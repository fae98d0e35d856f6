import type { HubSnapshots, HubTopic, HubTopics, TopicSnapshot, WorkSnapshot } from '#shared/contract/hub-contract.ts'
import { PROTOCOL_VERSION } from '#shared/contract/protocol-version.ts'

const NO_WORK: WorkSnapshot = {
  outbox: [],
  mutations: [],
  batches: [],
  finished: [],
}

export interface SnapshotPublisher {
  /** Publishes a state unless it equals the last one of its topic. */
  set<T extends HubTopic>(topic: T, state: HubTopics[T]): void
  get<T extends HubTopic>(topic: T): HubTopics[T]
  all(): HubSnapshots
}

/** Publishes the state of each topic as a whole. The snapshots of all topics are numbered in the order of their creation. */
export function createSnapshotPublisher(fence: number, publish: (snapshot: TopicSnapshot) => void): SnapshotPublisher {
  const bootId = crypto.randomUUID()
  let number = 0
  const createSnapshot = <T extends HubTopic>(topic: T, state: HubTopics[T]): TopicSnapshot<T> => {
    number += 1
    return { protocol: PROTOCOL_VERSION, bootId, fence, number, topic, state }
  }
  const latestSnapshots: { -readonly [T in HubTopic]: TopicSnapshot<T> } = {
    work: createSnapshot('work', NO_WORK),
    credits: createSnapshot('credits', null),
    account: createSnapshot('account', null),
    billing: createSnapshot('billing', {
      orders: [],
      historyVersion: 0,
      lastSku: null,
      lastOrder: null,
      creditsPoll: 'idle',
      membershipPoll: 'idle',
    }),
    identity: createSnapshot('identity', null),
    connection: createSnapshot('connection', { isOnline: true }),
    storage: createSnapshot('storage', { problem: null }),
  }

  return {
    set(topic, state) {
      if (JSON.stringify(latestSnapshots[topic].state) === JSON.stringify(state)) return
      const snapshot = createSnapshot(topic, state)
      Object.assign(latestSnapshots, { [topic]: snapshot })
      publish(snapshot)
    },
    get: (topic) => latestSnapshots[topic].state,
    all: () => ({ ...latestSnapshots }),
  }
}
