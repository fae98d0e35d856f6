import type { PlanFeature } from '#shared/api/catalogue.ts'

/** The page without anything to buy: what everybody has without paying, as lines of the comparison. */
export function freePage(features: readonly PlanFeature[]): readonly PlanFeature[] {
  return features.filter(({ basic }) => basic !== '')
}
