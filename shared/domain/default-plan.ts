import type { Plan } from './membership-terms.ts'

/** The plan that the shop preselects, and whether the shop offers the free trial. */
export function defaultPlan(everSubscribed: boolean): { readonly plan: Plan; readonly hasTrialOffer: boolean } {
  return everSubscribed ? { plan: 'yearly', hasTrialOffer: false } : { plan: 'weekly', hasTrialOffer: true }
}
