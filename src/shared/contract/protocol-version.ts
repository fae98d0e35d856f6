/** Raised when hub messages or commands change their meaning; part of every message and of the snapshot channel's name. */
export const PROTOCOL_VERSION = 5

/** The lock held by the one worker whose loops run. */
export const HUB_OWNER_LOCK = 'hub-owner'

/** The lock a hub worker holds as long as it lives. */
export function hubNodeLock(nodeId: string): string {
  return `hub-node:${nodeId}`
}

/** The lock a tab holds as long as it lives. */
export function tabLock(tabId: string): string {
  return `tab:${tabId}`
}

/** The channel on which snapshots come back. */
export const HUB_SNAPSHOT_CHANNEL = `hub-snapshots-v${PROTOCOL_VERSION}`

/** The channel on which hub workers speak to each other. Its name never changes, so that builds of all versions meet. */
export const HUB_WIRE_CHANNEL = 'hub-wire'
