import type { HubApi } from '#shared/contract/hub-contract.ts'
import type { Channel } from '#shared/browser/open-channel.ts'
import { createApiClient } from '#shared/api/client.ts'
import { type CallerParams, SIGNATURE_KEY, callerParams } from '#shared/api/common-params.ts'
import { withVisitorLogin } from '#shared/api/with-identity.ts'
import { holdLock, waitForLockRelease, withStealableLock } from '#shared/browser/locks.ts'
import { type Store, openStore } from '#shared/browser/open-store.ts'
import * as protocol from '#shared/contract/protocol-version.ts'
import { HUB_DATABASE, IDENTITY_KEY, readRecord } from '#shared/storage/records.ts'
import { systemClock } from '#shared/clock.ts'
import { identityRecord } from '#shared/storage/hub-records.ts'
import { createHub } from './hub-core.ts'
import { createFallbackStore } from './runtime/fallback-store.ts'
import { createHubWire } from './runtime/hub-wire.ts'
import { putFile } from './create/put-file.ts'

export interface BrowserHub {
  readonly api: HubApi
  /** Stops the hub without notifying other nodes. One of them becomes the owner when the browser releases the locks of this node. */
  readonly stop: () => void
}

/** Starts the hub in this worker or page with the browser's database, locks, channels and network. */
export function startBrowserHub(openChannel: (name: string) => Channel): BrowserHub {
  const stopController = new AbortController()
  const nodeId = crypto.randomUUID()
  const nodeLock = holdLock(protocol.hubNodeLock(nodeId), stopController.signal)
  const store = createFallbackStore(openStore(HUB_DATABASE))
  const snapshotChannel = closeOnAbort(stopController.signal, openChannel(protocol.HUB_SNAPSHOT_CHANNEL))
  const wireChannel = closeOnAbort(stopController.signal, openChannel(protocol.HUB_WIRE_CHANNEL))
  const client = createApiClient({
    fetch: (...request) => fetch(...request),
    nowMs: () => systemClock.nowMs(),
    signKey: SIGNATURE_KEY,
    readCallerParams: createIdentityReader(store),
  })
  const hub = createHub({
    nodeId,
    build: __BUILT_AT_MS__,
    store,
    api: withVisitorLogin(client),
    putFile,
    clock: systemClock,
    random: Math.random,
    withOwnerLock: (options, use) => withStealableLock(protocol.HUB_OWNER_LOCK, options, use),
    wire: createHubWire(wireChannel, nodeId, __BUILT_AT_MS__),
    waitForTabEnd: (tabId) => waitForLockRelease(protocol.tabLock(tabId), stopController.signal),
    publish: (snapshot) => snapshotChannel.postMessage(snapshot),
    mayBeOnline: () => navigator.onLine,
    log: (message, error) => console.error(message, error),
  })
  addEventListener('online', () => hub.wake(), { signal: stopController.signal })
  const api = {
    ...hub.api,
    async hello() {
      await nodeLock
      return { nodeId, protocol: protocol.PROTOCOL_VERSION }
    },
  }
  return {
    api,
    stop() {
      stopController.abort()
      void hub.stop()
    },
  }
}

/** A channel that ignores messages sent after it was closed. */
function closeOnAbort(stopSignal: AbortSignal, channel: Channel): Pick<Channel, 'postMessage' | 'addEventListener'> {
  stopSignal.addEventListener('abort', () => channel.close())
  return {
    postMessage: (message) => void (stopSignal.aborted || channel.postMessage(message)),
    addEventListener: channel.addEventListener.bind(channel),
  }
}

/**
 * The identity for API calls. It is read from the store for each call: a worker has no cookies, and the page may have stored another
 * identity.
 */
export function createIdentityReader(store: Pick<Store, 'read'>): () => Promise<CallerParams> {
  return async () => callerParams(readRecord(identityRecord, await store.read((tx) => tx.get(IDENTITY_KEY))))
}
