import type { OrderState, PendingOrder } from '#shared/contract/billing-contract.ts'
import type { CheckoutHub } from '#src/features/billing/checkout/checkout-deps.ts'
import type { PayMessageType } from '#src/features/billing/checkout/pay-message.ts'

/** unknown: no order of whoever is here. */
export type PayResultView = 'looking' | 'confirming' | 'success' | 'late' | 'failed' | 'cancelled' | 'unknown'

interface PayResultDeps {
  readonly hub: Pick<CheckoutHub, 'confirmOrder' | 'dropOrder' | 'subscribe'> & {
    /** Null until the hub has spoken. */
    read(): readonly PendingOrder[] | null
  }
  readonly show: (view: PayResultView, order: PendingOrder | undefined) => void
  /** Null as a reason: it was paid. */
  readonly onEnd: (order: PendingOrder, failReason: string | null) => void
}

const PAID: Readonly<Record<OrderState, PayResultView>> = {
  waiting: 'looking',
  confirming: 'confirming',
  late: 'late',
  success: 'success',
  failed: 'failed',
  closed: 'failed',
}
const LEFT: Readonly<Record<OrderState, PayResultView>> = { ...PAID, waiting: 'cancelled', failed: 'cancelled', closed: 'cancelled' }
const ENDS: ReadonlySet<PayResultView> = new Set(['success', 'cancelled'])

/**
 * The state of an order on a page of its own, where a checkout has led back to. What the address says is only a hint: coming from a
 * payment it has the order asked for, and what is shown is the hub's word. An end that was shown is put away. Returns how to stop.
 */
export function followPayResult(type: PayMessageType, payOrderId: string, { hub, show, onEnd }: PayResultDeps): () => void {
  let isAsked = type === 'pay_cancel'
  let isOver = false
  const unsubscribe = hub.subscribe(look)

  function finish(view: PayResultView, order: PendingOrder | undefined): void {
    isOver = true
    unsubscribe()
    show(view, order)
  }

  function look(): void {
    const orders = hub.read()
    if (isOver || !isAsked || orders === null) return
    const order = orders.find((known) => known.payOrderId === payOrderId)
    if (order === undefined) {
      finish('unknown', order)
      return
    }
    const view = (type === 'pay_cancel' ? LEFT : PAID)[order.state]
    if (!ENDS.has(view)) {
      show(view, order)
      return
    }
    finish(view, order)
    onEnd(order, view === 'success' ? null : 'cancelled')
    void hub.dropOrder(payOrderId)
  }

  async function confirm(): Promise<void> {
    const answer = await hub.confirmOrder(payOrderId)
    if (isOver) return
    isAsked = true
    if (answer.ok) look()
    else finish(answer.error.code === 'H4023' ? 'unknown' : 'late', undefined)
  }

  if (type === 'pay_success') void confirm()
  look()
  return () => {
    isOver = true
    unsubscribe()
  }
}
