import type { TransactionType } from '#shared/api/payments.ts'
import { proxy, snapshot } from '#src/store/state.ts'
import { DIALOG_LAYER_START } from '#shared/domain/shell-rules.ts'

type ShopDialog = 'subscription' | 'credits'

export type BillingLayer = ShopDialog | 'history'

interface BillingDialogs {
  readonly top: ShopDialog | null
  readonly below: ShopDialog | null
  /** The points missing for an action, while the credits dialog is open or below another dialog; null if no action needs points. */
  readonly missingPoints: number | null
  readonly history: TransactionType | null
}

const ALL_CLOSED: BillingDialogs = { top: null, below: null, missingPoints: null, history: null }

/** Why the credits dialog is opened. */
interface CreditsRequest {
  /** The number of points that an action lacks; null without such an action. */
  readonly missingPoints: number | null
}

export const billingDialogs = proxy({ ...ALL_CLOSED })

export function openCredits({ missingPoints }: CreditsRequest = { missingPoints: null }): void {
  Object.assign(billingDialogs, withShop(snapshot(billingDialogs), 'credits'), { missingPoints })
}

export function openSubscriptions(): void {
  Object.assign(billingDialogs, withShop(snapshot(billingDialogs), 'subscription'))
}

/** Closes the top dialog. If it had replaced another dialog, that one opens again. */
export function closeBilling(): void {
  Object.assign(billingDialogs, withoutTop(snapshot(billingDialogs)))
}

export function openHistory(history: TransactionType): void {
  Object.assign(billingDialogs, { history })
}

export function closeHistory(): void {
  Object.assign(billingDialogs, { history: null })
}

export function resetBilling(): void {
  Object.assign(billingDialogs, ALL_CLOSED)
}

/**
 * Opens a shop dialog. The other shop dialog moves below it, and an open history is closed, because a history is never under a
 * shop.
 */
function withShop({ top, below, ...rest }: BillingDialogs, shop: ShopDialog): BillingDialogs {
  return { ...rest, top: shop, below: top === shop ? below : top, history: null }
}

/** Closes the shop dialog on top. If it had replaced another one, that one opens again. */
function withoutTop({ below, missingPoints, history }: BillingDialogs): BillingDialogs {
  return { top: below, below: null, missingPoints: below === null ? null : missingPoints, history }
}

export function billingLayers({ top, history }: BillingDialogs): readonly { readonly dialog: BillingLayer; readonly layer: number }[] {
  const shown: readonly (BillingLayer | null)[] = [top, history === null ? null : 'history']
  return shown.filter((dialog) => dialog !== null).map((dialog, index) => ({ dialog, layer: DIALOG_LAYER_START + index }))
}
