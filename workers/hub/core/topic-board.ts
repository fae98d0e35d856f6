import type { HubSnapshots, HubTopic, HubTopics, TopicSnapshot } from '#shared/contract/hub-contract.ts'
import { PROTOCOL_VERSION } from '#shared/contract/protocol-version.ts'

export interface TopicBoard {
  /** Publishes a state unless it equals the last one of its topic. */
  set<T extends HubTopic>(topic: T, state: HubTopics[T]): void
  get<T extends HubTopic>(topic: T): HubTopics[T]
  all(): HubSnapshots
}

/** Complete, numbered states per topic. */
export function createTopicBoard(bootId: string, publish: (snapshot: TopicSnapshot) => void): TopicBoard {
  let number = 0
  const seal = <T extends HubTopic>(topic: T, state: HubTopics[T]): TopicSnapshot<T> => {
    number += 1
    return { protocol: PROTOCOL_VERSION, bootId, number, topic, state }
  }
  const current: { -readonly [T in HubTopic]: TopicSnapshot<T> } = {
    work: seal('work', { outbox: [], batches: [], finished: [] }),
    credits: seal('credits', null),
    connection: seal('connection', { isOnline: true }),
    storage: seal('storage', { problem: null }),
  }

  return {
    set(topic, state) {
      if (JSON.stringify(current[topic].state) === JSON.stringify(state)) return
      const snapshot = seal(topic, state)
      Object.assign(current, { [topic]: snapshot })
      publish(snapshot)
    },
    get: (topic) => current[topic].state,
    all: () => ({ ...current }),
  }
}
