import { DURATION_TYPES } from './sku-types.ts'

const LABELS: ReadonlyMap<number, string> = new Map([
  [DURATION_TYPES.yearly, 'Yearly'],
  [DURATION_TYPES.quarterly, 'Quarterly'],
  [DURATION_TYPES.monthly, 'Monthly'],
  [DURATION_TYPES.daily, 'Daily'],
  [DURATION_TYPES.lifetime, 'Lifetime'],
  [DURATION_TYPES.weekly, 'Weekly'],
  [DURATION_TYPES.consumable, 'Consumable'],
])

/** What a history calls the duration of what was paid; its number where the code is not in the table. Rule: docs/rules.md, "Histories". */
export function durationLabel(skuType: number): string {
  return LABELS.get(skuType) ?? String(skuType)
}
