import { useEffect, useState } from 'react'
import type { PayMessageType } from '#src/features/billing/checkout/pay-message.ts'
import { hub } from '#src/bridge/hub-client.ts'
import { purchaseBook } from '#src/features/billing/told/purchase-book.ts'
import { hubState } from '#src/lib/hub-mirror.ts'
import { subscribe } from '#src/lib/state.ts'
import type { PayResultView } from './follow-pay-result.ts'
import { followPayResult } from './follow-pay-result.ts'

interface PayResult {
  readonly view: PayResultView
  readonly skuType: number | null
}

/** How an order stands, for the page that its checkout has led to. */
export function usePayResult(type: PayMessageType, payOrderId: string): PayResult {
  const [result, setResult] = useState<PayResult>({ view: 'looking', skuType: null })
  useEffect(
    () =>
      followPayResult(type, payOrderId, {
        hub: {
          confirmOrder: (id) => hub.api.confirmOrder(id),
          dropOrder: (id) => hub.api.dropOrder(id),
          read: () => (hubState.identity === null ? null : hubState.billing.orders),
          subscribe: (listener) => subscribe(hubState, listener),
        },
        show: (view, order) => setResult({ view, skuType: order?.skuType ?? null }),
        onEnd: (order, failReason) => void purchaseBook.end(order.payOrderId, failReason),
      }),
    [type, payOrderId],
  )
  return result
}
