/** Increment the number when hub messages or commands change. It is part of every message and of the snapshot channel's name. */
export const PROTOCOL_VERSION = 9

/** The name of the lock of the hub worker that runs the loops. Only one worker at a time has it. */
export const HUB_OWNER_LOCK = 'hub-owner'

/** The name of the lock that a hub worker holds as long as it lives. */
export function hubNodeLock(nodeId: string): string {
  return `hub-node:${nodeId}`
}

/** The name of the lock that a tab holds as long as it lives. */
export function tabLock(tabId: string): string {
  return `tab:${tabId}`
}

/** The channel on which the hub publishes its state to the tabs of the same protocol version. */
export const HUB_SNAPSHOT_CHANNEL = `hub-snapshots-v${PROTOCOL_VERSION}`

/** The channel between hub workers. Its name never changes, so that all builds share it. */
export const HUB_WIRE_CHANNEL = 'hub-wire'
