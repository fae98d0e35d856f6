import type { TransactionType } from '#shared/api/payments.ts'
import { proxy } from '#src/lib/state.ts'

/** Why points are bought: how many are missing, and what for. */
export interface CreditsWish {
  /** Null: nothing particular. */
  readonly missingPoints: number | null
}

/** Which dialog about money is on top, and which one it covers. */
export const billingDialogs = proxy<{
  top: 'subscription' | 'credits' | null
  below: 'subscription' | 'credits' | null
  missingPoints: number | null
  history: TransactionType | null
}>({ top: null, below: null, missingPoints: null, history: null })

export function openCredits(wish: CreditsWish = { missingPoints: null }): void {
  Object.assign(billingDialogs, { below: billingDialogs.top === 'subscription' ? 'subscription' : null, top: 'credits', ...wish })
}

export function openSubscriptions(): void {
  Object.assign(billingDialogs, { below: billingDialogs.top === 'credits' ? 'credits' : null, top: 'subscription' })
}

/** Closes the dialog on top; the one it had closed comes back. */
export function closeBilling(): void {
  Object.assign(billingDialogs, { top: billingDialogs.below, below: null })
}

export function openHistory(type: TransactionType): void {
  billingDialogs.history = type
}

export function closeHistory(): void {
  billingDialogs.history = null
}

/** Closes all. */
export function resetBilling(): void {
  Object.assign(billingDialogs, { top: null, below: null, missingPoints: null, history: null })
}
