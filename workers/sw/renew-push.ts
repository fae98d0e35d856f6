import { createApiClient } from '#shared/api/client.ts'
import { APP_PACKAGE } from '#shared/api/common-params.ts'
import { subscribePush } from '#shared/api/push.ts'
import { SIGN_KEY } from '#shared/api/signature.ts'
import { openStore } from '#shared/browser/open-store.ts'
import { readRecord } from '#shared/storage/define-record.ts'
import { identityRecord } from '#shared/storage/hub-records.ts'
import { HUB_DATABASE, IDENTITY_KEY } from '#shared/storage/keys.ts'

/** Not in the type library. */
interface SubscriptionChange {
  readonly oldSubscription?: PushSubscription | null
  readonly newSubscription?: PushSubscription | null
}

type Manager = Pick<PushManager, 'subscribe'>

/** The browser has another address for news: the server learns it here; where that fails, from the next page that opens. */
export async function renewPush({ oldSubscription, newSubscription }: SubscriptionChange, manager: Manager): Promise<void> {
  const applicationServerKey = oldSubscription?.options.applicationServerKey
  if (newSubscription === null && !applicationServerKey) return
  const fresh = newSubscription ?? (applicationServerKey ? await manager.subscribe({ userVisibleOnly: true, applicationServerKey }) : null)
  if (fresh === null) return
  const { endpoint, keys } = fresh.toJSON()
  const client = createApiClient({ fetch: (...request) => fetch(...request), nowMs: Date.now, signKey: SIGN_KEY, common: readCommon })
  await client.call(subscribePush, { endpoint: endpoint ?? '', keys: { p256dh: keys?.['p256dh'] ?? '', auth: keys?.['auth'] ?? '' } })
}

async function readCommon() {
  const identity = readRecord(identityRecord, await openStore(HUB_DATABASE).read((tx) => tx.get(IDENTITY_KEY)))
  const { deviceSize, language, userToken, appInstanceId, appVersion, businessUserId } = identity
  return { deviceSize, language, userToken, appInstanceId, appVersion, businessUserId, appPackage: APP_PACKAGE }
}
