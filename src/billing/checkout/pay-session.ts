import type { PendingOrder } from '#shared/contract/billing-contract.ts'
import type { CheckoutDeps } from './checkout-deps.ts'
import type { PayProblem, PayView } from './checkout-state.ts'
import type { PayMessageType } from './payment-sdk.ts'
import { SHORT_POLL_LIMIT_MS } from '#shared/domain/purchase-polling.ts'
import { createPaymentFrame } from './payment-frame.ts'

/** If the hub does not report the order's state, the order counts as late this long after its confirmation, in ms. */
export const CONFIRM_LIMIT_MS = SHORT_POLL_LIMIT_MS + 5000

/** How a checkout ended. closed: the order was closed unpaid. left: the user can resume it. gone: the hub has dropped the order. */
export type PayEnding = 'success' | 'late' | 'failed' | 'cancelled' | 'closed' | 'left' | 'gone' | 'sdk_missing'

export interface PaySession {
  /** Loads the checkout into an element. The returned function removes it. */
  attach(container: HTMLElement, title: string): () => void
  retry(): void
  openTab(): void
  leave(): void
  /** Ends the session as if the user had left. Does nothing while a payment is being confirmed. */
  breakOff(): void
  readonly ended: Promise<PayEnding>
}

interface SessionOptions {
  readonly order: PendingOrder
  readonly skuName: string
  readonly deps: Pick<CheckoutDeps, 'hub' | 'loadSdk' | 'isReachable' | 'openTab' | 'clock' | 'show'>
}

/**
 *   open --pay_success--> confirming --hub: success--> success
 *     |                       |-- hub: late, or silent --> late
 *     |                       |-- hub: failed, closed --> failed
 *     |                       |-- the hub has dropped the order --> gone
 *     |-- hub: success, closed --> success, closed
 *     |-- the hub has dropped the order --> gone
 *     |-- pay_cancel --> cancelled
 *     |-- no SDK --> sdk_missing
 *     |-- the user leaves --> left
 * One open checkout. `pay_success` only starts the confirmation; the hub's state of the order decides whether it is paid.
 * Before a reported payment, `failed` does not end the session: only a card was rejected, and the checkout accepts another one.
 */
export function createPaySession({ order, skuName, deps }: SessionOptions): PaySession {
  const { payOrderId, checkoutUrl, amountCents, currencyCode, isEmbedded } = order
  const { hub, clock } = deps
  const stopController = new AbortController()
  let resolveEnded: (ending: PayEnding) => void = () => undefined
  const ended = new Promise<PayEnding>((resolve) => (resolveEnded = resolve))
  const frame = createPaymentFrame({ order, deps, onMessage, onMissingSdk: () => finish('sdk_missing'), onChange: showView })
  const orderFields = { kind: 'pay' as const, payOrderId, checkoutUrl, skuName, amountCents, currencyCode }
  let viewFields: Pick<PayView, 'target' | 'isTabBlocked' | 'attempt'> = { target: 'frame', isTabBlocked: false, attempt: 1 }
  let isPaymentReported = false
  let wasOrderListed = false
  let wasConfirming = false

  const readOrderState = () => hub.read().orders.find((known) => known.payOrderId === payOrderId)?.state
  const isConfirming = () => isPaymentReported || readOrderState() === 'confirming'

  function findProblem(): PayProblem | null {
    if (viewFields.target === 'tab') return null
    if (!hub.read().isOnline) return 'offline'
    return frame.hasFailed() ? 'slow' : null
  }

  function showView(): void {
    if (stopController.signal.aborted) return
    deps.show({ ...orderFields, ...viewFields, isConfirming: isConfirming(), problem: findProblem(), wasShown: frame.wasShown() })
  }

  function changeView(fields: Partial<typeof viewFields>): void {
    viewFields = { ...viewFields, ...fields }
    showView()
  }

  function finish(ending: PayEnding): void {
    stopController.abort()
    resolveEnded(ending)
  }

  function checkOrder(): void {
    const state = readOrderState()
    const ending = endingOf(state, { isConfirming: isConfirming(), wasOrderListed, wasConfirming })
    wasOrderListed ||= state !== undefined
    wasConfirming ||= state === 'confirming'
    if (ending === null) showView()
    else finish(ending)
  }

  async function confirm(): Promise<void> {
    isPaymentReported = true
    showView()
    const answer = await hub.confirmOrder(payOrderId)
    if (answer.ok) await clock.sleep(CONFIRM_LIMIT_MS, stopController.signal)
    finish('late')
  }

  /** Handles the checkout's message. After a reported payment, further messages are ignored. */
  function onMessage(type: PayMessageType): void {
    if (isConfirming() || stopController.signal.aborted) return
    if (type === 'pay_cancel') finish('cancelled')
    else void confirm()
  }

  function openTab(): void {
    changeView({ target: 'tab', isTabBlocked: !deps.openTab(checkoutUrl) })
  }

  function breakOff(): void {
    if (!isConfirming()) finish('left')
  }

  stopController.signal.addEventListener('abort', hub.subscribe(checkOrder))
  checkOrder()
  if (!isEmbedded) openTab()
  return {
    ended,
    attach: (container, title) => frame.attach(container, title),
    retry: () => changeView({ attempt: viewFields.attempt + 1 }),
    openTab,
    leave() {
      if (viewFields.target === 'tab' || findProblem() !== null) breakOff()
    },
    breakOff,
  }
}

function endingOf(
  state: PendingOrder['state'] | undefined,
  progress: { readonly isConfirming: boolean; readonly wasOrderListed: boolean; readonly wasConfirming: boolean },
): PayEnding | null {
  if (state === undefined) return progress.wasOrderListed ? 'gone' : null
  if (state === 'success') return 'success'
  if (state === 'late') return progress.wasConfirming ? 'late' : null
  if (state === 'failed') return progress.isConfirming ? 'failed' : null
  if (state === 'closed') return progress.isConfirming ? 'failed' : 'closed'
  return null
}
