import type { StoredRecord } from '#shared/storage/define-record.ts'
import type { StoredList } from '#shared/storage/billing-lists.ts'
import type { BillingKey } from '../billing-store.ts'
import { accountOf } from '#shared/storage/hub-records.ts'
import { billingRecords } from '../billing-store.ts'
import { currentIdentity, identityReady } from '#src/platform/identity.ts'

type Kept<T> = Omit<StoredList<T>, 'owner'>

/** Where a list is kept on this device: read back only for whom it was kept. */
export function keepInStore<T>(key: BillingKey, record: StoredRecord<StoredList<T>>) {
  return {
    async readKept(): Promise<Kept<T> | undefined> {
      const [kept, identity] = await Promise.all([billingRecords.read(key, record), identityReady()])
      return kept?.owner === accountOf(identity) ? kept : undefined
    },
    async keep(list: Kept<T>): Promise<void> {
      await billingRecords.write(key, record, { ...list, owner: accountOf(currentIdentity()) })
    },
  }
}
