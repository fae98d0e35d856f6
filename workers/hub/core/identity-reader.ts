import type { CommonParams } from '#shared/api/common-params.ts'
import type { Store } from '#shared/browser/open-store.ts'
import { APP_PACKAGE } from '#shared/api/common-params.ts'
import { readRecord } from '#shared/storage/define-record.ts'
import { identityRecord } from '#shared/storage/hub-records.ts'
import { IDENTITY_KEY } from '#shared/storage/keys.ts'

/** Who the hub speaks for, read anew for each call: a worker sees no cookie, and the page may have written another identity meanwhile. */
export function createIdentityReader(store: Pick<Store, 'read'>): () => Promise<Omit<CommonParams, 'timestamp'>> {
  return async () => {
    const identity = readRecord(identityRecord, await store.read((tx) => tx.get(IDENTITY_KEY)))
    const { deviceSize, language, userToken, appInstanceId, appVersion, businessUserId } = identity
    return { deviceSize, language, userToken, appInstanceId, appVersion, businessUserId, appPackage: APP_PACKAGE }
  }
}
