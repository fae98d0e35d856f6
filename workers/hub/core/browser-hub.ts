import type { HubApi } from '#shared/contract/hub-contract.ts'
import type { Channel } from '#shared/browser/open-channel.ts'
import { createApiClient } from '#shared/api/client.ts'
import { SIGN_KEY } from '#shared/api/signature.ts'
import { withVisitorLogin } from '#shared/api/with-visitor-login.ts'
import { holdLock, lockReleased, withLock } from '#shared/browser/locks.ts'
import { openStore } from '#shared/browser/open-store.ts'
import {
  HUB_OWNER_LOCK,
  HUB_SNAPSHOT_CHANNEL,
  HUB_WIRE_CHANNEL,
  hubNodeLock,
  PROTOCOL_VERSION,
  tabLock,
} from '#shared/contract/protocol-version.ts'
import { HUB_DATABASE } from '#shared/storage/keys.ts'
import { createHub } from '#workers/hub/core/create-hub.ts'
import { createFallbackStore } from '#workers/hub/core/fallback-store.ts'
import { createHubWire } from '#workers/hub/core/hub-wire.ts'
import { createIdentityReader } from '#workers/hub/core/identity-reader.ts'
import { putFile } from '#workers/hub/core/put-file.ts'
import { systemClock } from '#shared/browser/clock.ts'

/** Starts the hub of this worker, or of this page, on the browser's own database, locks, channels and network. */
export function startBrowserHub(openChannel: (name: string) => Channel): HubApi {
  const nodeId = crypto.randomUUID()
  const nodeLock = holdLock(hubNodeLock(nodeId))
  const store = createFallbackStore(openStore(HUB_DATABASE))
  const snapshots = openChannel(HUB_SNAPSHOT_CHANNEL)
  const client = createApiClient({
    fetch: (...request) => fetch(...request),
    nowMs: () => systemClock.nowMs(),
    signKey: SIGN_KEY,
    common: createIdentityReader(store),
  })
  const hub = createHub({
    nodeId,
    build: __BUILT_AT_MS__,
    store,
    api: withVisitorLogin(client),
    putFile,
    clock: systemClock,
    random: Math.random,
    lock: (options, use) => withLock(HUB_OWNER_LOCK, options, use),
    wire: createHubWire(openChannel(HUB_WIRE_CHANNEL), nodeId, __BUILT_AT_MS__),
    tabGone: (tabId) => lockReleased(tabLock(tabId)),
    publish: (snapshot) => snapshots.postMessage(snapshot),
    mayBeOnline: () => navigator.onLine,
    log: (message, error) => console.error(message, error),
  })
  addEventListener('online', () => hub.wake())
  return {
    ...hub.api,
    async hello() {
      await nodeLock
      return { nodeId, protocol: PROTOCOL_VERSION }
    },
  }
}
