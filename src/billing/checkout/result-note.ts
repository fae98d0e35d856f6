import type { ToastContent } from '#shared/domain/toast-rules.ts'
import { SUBSCRIPTION_SKU, TRIAL_SKU } from '#shared/domain/sku-rules.ts'
import { refusalWords, text } from '#src/i18n/i18n.ts'
import { showToast } from '#src/design/toast.ts'
import type { CheckoutNote } from './checkout-deps.ts'

/** The toast about a purchase: its outcome, and whether money was charged. */
export function noteContent(note: CheckoutNote): ToastContent {
  switch (note.kind) {
    case 'success':
      return { color: 'success', ...successNote(note) }
    case 'refused':
      return { color: 'error', ...refusalWords(note.error, text('checkout.refused')) }
    case 'address_refused':
      return { color: 'error', title: note.message || text('checkout.addressRefused'), description: text('checkout.addressRefusedHint') }
    case 'cancelled':
    case 'closed':
    case 'left':
    case 'sdk_missing':
      return { color: 'info', title: text(`checkout.note.${note.kind}`), description: text(`checkout.note.${note.kind}Hint`) }
  }
}

/** The texts of a successful purchase. A free trial week is not called a payment. */
function successNote({ skuType, skuName }: { readonly skuType: number; readonly skuName: string }) {
  const words = successWords(skuType, skuName)
  if (skuType === TRIAL_SKU) return { title: words, description: text('checkout.successTrialHint') }
  return { title: text('checkout.success'), description: words }
}

/** The sentence that says what the user has bought. */
export function successWords(skuType: number, skuName: string): string {
  if (skuType === TRIAL_SKU) return text('checkout.successTrial')
  if (skuType === SUBSCRIPTION_SKU) return text('checkout.successPlan')
  return skuName === '' ? text('checkout.successPoints') : text('checkout.successPack', { name: skuName })
}

export function showNote(note: CheckoutNote): void {
  void showToast({ id: 'checkout', ...noteContent(note) }, 'money')
}
