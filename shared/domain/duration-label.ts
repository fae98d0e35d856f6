import { DURATION_TYPES } from './sku-rules.ts'

const LABELS: ReadonlyMap<number, string> = new Map([
  [DURATION_TYPES.yearly, 'Yearly'],
  [DURATION_TYPES.quarterly, 'Quarterly'],
  [DURATION_TYPES.monthly, 'Monthly'],
  [DURATION_TYPES.daily, 'Daily'],
  [DURATION_TYPES.lifetime, 'Lifetime'],
  [DURATION_TYPES.weekly, 'Weekly'],
  [DURATION_TYPES.consumable, 'Consumable'],
])

/** The display name of a paid duration; the number of an unknown code. Rule: docs/billing.md, "Histories". */
export function durationLabel(skuType: number): string {
  return LABELS.get(skuType) ?? String(skuType)
}
