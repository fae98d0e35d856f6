import type { TransactionType } from '#shared/api/payments.ts'
import { proxy, snapshot } from '#src/platform/state.ts'
import { DIALOG_LAYER_START } from '#shared/domain/billing-dialog-rules.ts'

type ShopDialog = 'subscription' | 'credits'

export type BillingLayer = ShopDialog | 'history'

/** Which dialogs about money are open. Of the two shops one is shown; `below` is the one it has closed and that comes back. */
interface BillingDialogs {
  readonly top: ShopDialog | null
  readonly below: ShopDialog | null
  /** What the points are wanted for, as long as their dialog is open or comes back; null: nothing particular. */
  readonly missingPoints: number | null
  readonly history: TransactionType | null
}

const ALL_CLOSED: BillingDialogs = { top: null, below: null, missingPoints: null, history: null }

/** Why points are bought: how many are missing, and what for. */
interface CreditsRequest {
  /** Null: nothing particular. */
  readonly missingPoints: number | null
}

export const billingDialogs = proxy({ ...ALL_CLOSED })

export function openCredits({ missingPoints }: CreditsRequest = { missingPoints: null }): void {
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

/** Opening one closes the other, which then waits below. A history is closed by both: it never lies under a shop. */
function withShop({ top, below, ...rest }: BillingDialogs, shop: ShopDialog): BillingDialogs {
  return { ...rest, top: shop, below: top === shop ? below : top, history: null }
}

/** Closes the shop that is shown; the one it had closed comes back. */
function withoutTop({ below, missingPoints, history }: BillingDialogs): BillingDialogs {
  return { top: below, below: null, missingPoints: below === null ? null : missingPoints, history }
}

/** What is shown, lowest first; never more than two. */
export function billingLayers({ top, history }: BillingDialogs): readonly { readonly dialog: BillingLayer; readonly layer: number }[] {
  const shown: readonly (BillingLayer | null)[] = [top, history === null ? null : 'history']
  return shown.filter((dialog) => dialog !== null).map((dialog, index) => ({ dialog, layer: DIALOG_LAYER_START + index }))
}
