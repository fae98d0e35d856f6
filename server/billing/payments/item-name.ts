import type { Plan } from '#shared/domain/membership-terms.ts'
import { packName } from '#shared/domain/sku-price.ts'

export const PLAN_NAMES: Record<Plan, string> = { weekly: 'Premium weekly', yearly: 'Premium yearly' }

/** What a payment was for, as receipts and mails call it: from the payment itself, so that it stays when the catalogue changes. */
export function itemName(paid: { readonly cycle: number | null; readonly points: number }, plan: Plan | null): string {
  if (plan === null) return packName(paid.points, 'points')
  return paid.cycle === 0 ? `${PLAN_NAMES[plan]}, free trial` : PLAN_NAMES[plan]
}
