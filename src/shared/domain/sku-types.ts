/** How catalogue and pay flow read a SKU's type. */
export const SUBSCRIPTION_SKU = 2
export const TRIAL_SKU = 3
export const CONSUMABLE_SKU = 6

/** How histories read it: by duration. */
export const DURATION_TYPES = { yearly: 0, quarterly: 1, monthly: 2, daily: 3, lifetime: 4, weekly: 5, consumable: 6 } as const
