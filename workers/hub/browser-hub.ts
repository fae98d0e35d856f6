import type { HubApi, TopicSnapshot } from '#shared/contract/hub-contract.ts'
import { createApiClient } from '#shared/api/client.ts'
import { SIGN_KEY } from '#shared/api/signature.ts'
import { withVisitorLogin } from '#shared/api/with-visitor-login.ts'
import { holdLock, withLock } from '#shared/browser/locks.ts'
import { openStore } from '#shared/browser/open-store.ts'
import { HUB_OWNER_LOCK, HUB_SNAPSHOT_CHANNEL, HUB_WAKE_CHANNEL, hubNodeLock, PROTOCOL_VERSION } from '#shared/contract/protocol-version.ts'
import { HUB_DATABASE } from '#shared/storage/keys.ts'
import { createHub } from '#workers/hub/core/create-hub.ts'
import { createHubStore } from '#workers/hub/core/hub-store.ts'
import { createIdentityReader } from '#workers/hub/core/identity-reader.ts'
import { putFile } from '#workers/hub/core/put-file.ts'
import { systemClock } from '#workers/lib/clock.ts'

/** Starts the hub of this worker on the browser's own database, locks, channels and network. */
export function startBrowserHub(): HubApi {
  const nodeId = crypto.randomUUID()
  const nodeLock = holdLock(hubNodeLock(nodeId))
  const store = createHubStore(openStore(HUB_DATABASE))
  const snapshots = new BroadcastChannel(HUB_SNAPSHOT_CHANNEL)
  const wakes = new BroadcastChannel(HUB_WAKE_CHANNEL)
  const nowMs = () => systemClock.nowMs()
  const client = createApiClient({
    fetch: (...request) => fetch(...request),
    nowMs,
    signKey: SIGN_KEY,
    common: createIdentityReader(store),
  })
  const hub = createHub({
    bootId: nodeId,
    store,
    api: withVisitorLogin(client),
    putFile,
    clock: systemClock,
    random: Math.random,
    asOwner: (signal, use) => withLock(HUB_OWNER_LOCK, signal, use),
    publish: (snapshot: TopicSnapshot) => snapshots.postMessage(snapshot),
    ringOwner: () => wakes.postMessage(null),
    mayBeOnline: () => navigator.onLine,
    log: (message, error) => console.error(message, error),
  })
  wakes.addEventListener('message', () => hub.wake())
  addEventListener('online', () => hub.wake())
  return {
    ...hub.api,
    async hello() {
      await nodeLock
      return { nodeId, protocol: PROTOCOL_VERSION }
    },
    async identityChanged() {
      hub.wake()
    },
  }
}
