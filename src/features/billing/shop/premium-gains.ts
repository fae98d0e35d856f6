import type { PlanFeature } from '#shared/api/catalogue.ts'

/** The lines in which a paid plan gives more than everybody has. */
export function premiumGains(features: readonly PlanFeature[]): readonly PlanFeature[] {
  return features.filter(({ basic, premium }) => premium !== '' && premium !== basic)
}
