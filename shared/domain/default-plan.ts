import type { Plan } from './membership-terms.ts'

/** The preselected plan, and whether the free trial is offered. */
export function defaultPlan(everSubscribed: boolean): { readonly plan: Plan; readonly hasTrialOffer: boolean } {
  return everSubscribed ? { plan: 'yearly', hasTrialOffer: false } : { plan: 'weekly', hasTrialOffer: true }
}
