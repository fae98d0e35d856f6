/** Raised when hub messages or commands change their meaning; part of every lock and channel name. */
export const PROTOCOL_VERSION = 1

/** The lock held by the one worker whose loops run. */
export const HUB_OWNER_LOCK = 'hub-owner'

/** The lock a hub worker holds as long as it lives. */
export function hubNodeLock(nodeId: string): string {
  return `hub-node:${nodeId}`
}

/** The channel on which snapshots come back. */
export const HUB_SNAPSHOT_CHANNEL = `hub-snapshots-v${PROTOCOL_VERSION}`

/** The channel on which workers ring the owner after they stored a command. */
export const HUB_WAKE_CHANNEL = `hub-wake-v${PROTOCOL_VERSION}`
