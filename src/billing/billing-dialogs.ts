import type { TransactionType } from '#shared/api/payments.ts'
import { proxy, snapshot } from '#src/store/state.ts'
import { DIALOG_LAYER_START } from '#shared/domain/shell-rules.ts'

type ShopDialog = 'subscription' | 'credits'

export type BillingLayer = ShopDialog | 'history'

interface BillingDialogs {
  readonly topDialog: ShopDialog | null
  readonly dialogBelow: ShopDialog | null
  /** The points missing for an action, while the credits dialog is open or below another dialog; null if no action needs points. */
  readonly missingPoints: number | null
  readonly historyType: TransactionType | null
}

const ALL_CLOSED: BillingDialogs = { topDialog: null, dialogBelow: null, missingPoints: null, historyType: null }

/** Why the credits dialog is opened. */
interface CreditsRequest {
  /** The number of points that an action lacks; null without such an action. */
  readonly missingPoints: number | null
}

export const billingDialogs = proxy({ ...ALL_CLOSED })

export function openCredits({ missingPoints }: CreditsRequest = { missingPoints: null }): void {
  Object.assign(billingDialogs, withShopDialog(snapshot(billingDialogs), 'credits'), { missingPoints })
}

export function openSubscriptions(): void {
  Object.assign(billingDialogs, withShopDialog(snapshot(billingDialogs), 'subscription'))
}

/** Closes the top dialog. If it had replaced another dialog, that one opens again. */
export function closeBilling(): void {
  Object.assign(billingDialogs, withoutTopDialog(snapshot(billingDialogs)))
}

export function openHistory(historyType: TransactionType): void {
  Object.assign(billingDialogs, { historyType })
}

export function closeHistory(): void {
  Object.assign(billingDialogs, { historyType: null })
}

export function resetBilling(): void {
  Object.assign(billingDialogs, ALL_CLOSED)
}

/**
 * Opens a shop dialog. The other shop dialog moves below it, and an open history is closed, because a history is
 * never below a shop dialog.
 */
function withShopDialog({ topDialog, dialogBelow, ...otherFields }: BillingDialogs, dialog: ShopDialog): BillingDialogs {
  return { ...otherFields, topDialog: dialog, dialogBelow: topDialog === dialog ? dialogBelow : topDialog, historyType: null }
}

/** Closes the shop dialog on top. If it had replaced another one, that one opens again. */
function withoutTopDialog({ dialogBelow, missingPoints, historyType }: BillingDialogs): BillingDialogs {
  return { topDialog: dialogBelow, dialogBelow: null, missingPoints: dialogBelow === null ? null : missingPoints, historyType }
}

export function billingLayers({
  topDialog,
  historyType,
}: BillingDialogs): readonly { readonly dialog: BillingLayer; readonly layer: number }[] {
  const openDialogs: readonly (BillingLayer | null)[] = [topDialog, historyType === null ? null : 'history']
  return openDialogs.filter((dialog) => dialog !== null).map((dialog, index) => ({ dialog, layer: DIALOG_LAYER_START + index }))
}
