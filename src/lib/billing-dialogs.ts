import type { TransactionType } from '#shared/api/payments.ts'
import { ALL_CLOSED, withoutTop, withShop } from './billing-interplay.ts'
import { proxy, snapshot } from './state.ts'

/** Why points are bought: how many are missing, and what for. */
export interface CreditsWish {
  /** Null: nothing particular. */
  readonly missingPoints: number | null
}

export const billingDialogs = proxy({ ...ALL_CLOSED })

export function openCredits({ missingPoints }: CreditsWish = { missingPoints: null }): void {
  Object.assign(billingDialogs, withShop(snapshot(billingDialogs), 'credits'), { missingPoints })
}

export function openSubscriptions(): void {
  Object.assign(billingDialogs, withShop(snapshot(billingDialogs), 'subscription'))
}

/** Closes the dialog on top; the one it had closed comes back. */
export function closeBilling(): void {
  Object.assign(billingDialogs, withoutTop(snapshot(billingDialogs)))
}

export function openHistory(history: TransactionType): void {
  Object.assign(billingDialogs, { history })
}

export function closeHistory(): void {
  Object.assign(billingDialogs, { history: null })
}

/** Closes all. */
export function resetBilling(): void {
  Object.assign(billingDialogs, ALL_CLOSED)
}
