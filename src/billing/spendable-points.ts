import type { OutboxItem } from '#shared/contract/hub-contract.ts'

/** The balance minus the price ceilings of all pending commits, but at least 0; null while the balance is unknown. */
export function spendablePoints(balance: number | null, outbox: readonly Pick<OutboxItem, 'state' | 'priceCeiling'>[]): number | null {
  if (balance === null) return null
  const pendingPoints = outbox.filter(({ state }) => state !== 'refused').reduce((sum, { priceCeiling }) => sum + priceCeiling, 0)
  return Math.max(0, balance - pendingPoints)
}
