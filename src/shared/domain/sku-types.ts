/** The SKU type of a plan, in catalogue and payments. */
export const SUBSCRIPTION_SKU = 2
/** The SKU type of the free trial. */
export const TRIAL_SKU = 3
/** The SKU type of a pack of points. */
export const CONSUMABLE_SKU = 6

/** SKU types in histories: by duration. */
export const DURATION_TYPES = { yearly: 0, quarterly: 1, monthly: 2, daily: 3, lifetime: 4, weekly: 5, consumable: 6 } as const

/** Whether paying for this kind of SKU changes the membership. */
export function changesMembership(skuType: number): boolean {
  return skuType === SUBSCRIPTION_SKU || skuType === TRIAL_SKU
}
