import type { HubTopics } from '#shared/contract/hub-contract.ts'

type Facts = Pick<HubTopics, 'work' | 'connection' | 'storage'>

/**
 * Whether the hub has something that a reload would break off: what is on its way to the server. What waits for the network is on this
 * device and goes on after a reload; where nothing can be stored it would be gone.
 */
export function isHubHolding({ work, connection, storage }: Facts): boolean {
  if (storage.problem !== null) return work.outbox.length + work.mutations.length > 0
  return connection.isOnline && work.outbox.some(({ state }) => state !== 'refused')
}
