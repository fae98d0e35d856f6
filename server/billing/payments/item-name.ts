import type { Plan } from '#shared/domain/membership-terms.ts'
import { packName } from '#shared/domain/sku-price.ts'

export const PLAN_NAMES: Record<Plan, string> = { weekly: 'Premium weekly', yearly: 'Premium yearly' }

/** The product name on receipts and mails, from the payment itself, so that catalogue changes do not affect it. */
export function itemName(paid: { readonly cycle: number | null; readonly points: number }, plan: Plan | null): string {
  if (plan === null) return packName(paid.points, 'points')
  return paid.cycle === 0 ? `${PLAN_NAMES[plan]}, free trial` : PLAN_NAMES[plan]
}
