import type { CommonParams } from '#shared/api/common-params.ts'
import type { Identity } from '#shared/storage/hub-records.ts'
import type { HubStore } from '#workers/hub/core/hub-store.ts'
import { APP_PACKAGE } from '#shared/api/common-params.ts'
import { readRecord } from '#shared/storage/define-record.ts'
import { identityRecord } from '#shared/storage/hub-records.ts'
import { IDENTITY_KEY } from '#shared/storage/keys.ts'

export interface IdentityReader {
  read(): Promise<Identity>
  /** The page wrote another one. */
  forget(): void
  common(): Promise<Omit<CommonParams, 'timestamp'>>
}

/** Who the hub speaks for. A worker sees no cookie, so the page's record is the only source. */
export function createIdentityReader(store: HubStore): IdentityReader {
  let known: Identity | undefined

  async function read(): Promise<Identity> {
    known ??= readRecord(identityRecord, await store.read((tx) => tx.get(IDENTITY_KEY)))
    return known
  }

  return {
    read,
    forget() {
      known = undefined
    },
    async common() {
      const { deviceSize, language, userToken, appInstanceId, appVersion, businessUserId } = await read()
      return { deviceSize, language, userToken, appInstanceId, appVersion, businessUserId, appPackage: APP_PACKAGE }
    },
  }
}
