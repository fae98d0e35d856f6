import { openRecords } from '#shared/browser/record-store.ts'
import { BILLING_DATABASE } from '#shared/storage/keys.ts'

/** What this device keeps of an account's money, to be read offline. */
export const BILLING_KEYS = ['ledger', 'subscription', 'purchase'] as const
export type BillingKey = (typeof BILLING_KEYS)[number]

export const billingRecords = openRecords(BILLING_DATABASE)

const listeners = new Set<() => void>()

/** Lists that are loaded are emptied with what is stored. */
export function onForgetBilling(forget: () => void): void {
  listeners.add(forget)
}

/** Another account, or none, is there now. */
export async function forgetBilling(): Promise<void> {
  for (const forget of listeners) forget()
  await Promise.all(BILLING_KEYS.map((key) => billingRecords.remove(key)))
}
