import { openRecords } from '#shared/browser/record-store.ts'
import { type StoredRecord, BILLING_DATABASE } from '#shared/storage/records.ts'
import type { StoredList } from '#shared/storage/billing-records.ts'
import { accountOf } from '#shared/storage/hub-records.ts'
import { currentIdentity, identityReady } from '#src/hub-client/identity.ts'

/** The keys of the account's billing data on this device, stored for offline use. */
const BILLING_KEYS = ['ledger', 'subscription', 'purchase'] as const
export type BillingKey = (typeof BILLING_KEYS)[number]

const billingRecords = openRecords(BILLING_DATABASE)

const listeners = new Set<() => void>()

/** Registers a function that empties a loaded list. It is called when the stored data is deleted. */
export function onForgetBilling(forget: () => void): void {
  listeners.add(forget)
}

/** Called after a change of account: deletes the previous account's billing data. */
export async function forgetBilling(): Promise<void> {
  for (const forget of listeners) forget()
  await Promise.all(BILLING_KEYS.map((key) => billingRecords.remove(key)))
}

type StoredItems<T> = Omit<StoredList<T>, 'owner'>

/** Stores a list on this device. The stored list is returned only to the account that it belongs to. */
export function createListStore<T>(key: BillingKey, record: StoredRecord<StoredList<T>>) {
  return {
    async readStored(): Promise<StoredItems<T> | undefined> {
      const [storedList, identity] = await Promise.all([billingRecords.read(key, record), identityReady()])
      return storedList?.owner === accountOf(identity) ? storedList : undefined
    },
    async store(list: StoredItems<T>): Promise<void> {
      await billingRecords.write(key, record, { ...list, owner: accountOf(currentIdentity()) })
    },
  }
}
