import type { PendingOrder } from '#shared/contract/billing-contract.ts'
import type { CheckoutDeps } from './checkout-deps.ts'
import type { PayProblem, PayView } from './checkout-state.ts'
import type { PayMessageType } from './payment-sdk.ts'
import { SHORT_POLL_LIMIT_MS } from '#shared/domain/purchase-polling.ts'
import { createPaymentFrame } from './payment-frame.ts'

/** If the hub does not report the order's state, the order counts as late this long after its confirmation, in ms. */
export const CONFIRM_LIMIT_MS = SHORT_POLL_LIMIT_MS + 5000

/** How a checkout ended. left: the user left it and can resume it. gone: the hub no longer has the order. */
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
 *     |-- pay_cancel --> cancelled
 *     |-- no SDK --> sdk_missing
 *     |-- leaving enabled, and pressed --> left
 * One open checkout. A message only starts the confirmation; the hub's state of the order always decides.
 * A rejected card ends nothing before a reported payment, because the checkout accepts another card.
 */
export function createPaySession({ order, skuName, deps }: SessionOptions): PaySession {
  const { payOrderId, checkoutUrl, amountCents, currencyCode, isEmbedded } = order
  const { hub, clock } = deps
  const stop = new AbortController()
  let end: (ending: PayEnding) => void = () => undefined
  const ended = new Promise<PayEnding>((resolve) => (end = resolve))
  const frame = createPaymentFrame({ order, deps, onMessage, onMissingSdk: () => finish('sdk_missing'), onChange: push })
  const facts = { kind: 'pay' as const, payOrderId, checkoutUrl, skuName, amountCents, currencyCode }
  let shown: Pick<PayView, 'target' | 'isTabBlocked' | 'attempt'> = { target: 'frame', isTabBlocked: false, attempt: 1 }
  let hasConfirmed = false
  let wasOrderListed = false
  let wasAsked = false

  const stateOf = () => hub.read().orders.find((known) => known.payOrderId === payOrderId)?.state
  const isConfirming = () => hasConfirmed || stateOf() === 'confirming'

  function problem(): PayProblem | null {
    if (shown.target === 'tab') return null
    if (!hub.read().isOnline) return 'offline'
    return frame.hasFailed() ? 'slow' : null
  }

  function push(): void {
    if (stop.signal.aborted) return
    deps.show({ ...facts, ...shown, isConfirming: isConfirming(), problem: problem(), wasShown: frame.wasShown() })
  }

  function change(part: Partial<typeof shown>): void {
    shown = { ...shown, ...part }
    push()
  }

  function finish(ending: PayEnding): void {
    stop.abort()
    end(ending)
  }

  function check(): void {
    const state = stateOf()
    const ending = endingOf(state, { isConfirming: isConfirming(), wasOrderListed, wasAsked })
    wasOrderListed ||= state !== undefined
    wasAsked ||= state === 'confirming'
    if (ending === null) push()
    else finish(ending)
  }

  async function confirm(): Promise<void> {
    hasConfirmed = true
    push()
    const answer = await hub.confirmOrder(payOrderId)
    if (answer.ok) await clock.sleep(CONFIRM_LIMIT_MS, stop.signal)
    finish('late')
  }

  /** Handles the checkout's message. After a reported payment, further messages are ignored. */
  function onMessage(type: PayMessageType): void {
    if (isConfirming() || stop.signal.aborted) return
    if (type === 'pay_cancel') finish('cancelled')
    else void confirm()
  }

  function openTab(): void {
    change({ target: 'tab', isTabBlocked: !deps.openTab(checkoutUrl) })
  }

  function breakOff(): void {
    if (!isConfirming()) finish('left')
  }

  stop.signal.addEventListener('abort', hub.subscribe(check))
  check()
  if (!isEmbedded) openTab()
  return {
    ended,
    attach: (container, title) => frame.attach(container, title),
    retry: () => change({ attempt: shown.attempt + 1 }),
    openTab,
    leave() {
      if (shown.target === 'tab' || problem() !== null) breakOff()
    },
    breakOff,
  }
}

function endingOf(
  state: PendingOrder['state'] | undefined,
  past: { readonly isConfirming: boolean; readonly wasOrderListed: boolean; readonly wasAsked: boolean },
): PayEnding | null {
  if (state === undefined) return past.wasOrderListed ? 'gone' : null
  if (state === 'success') return 'success'
  if (state === 'late') return past.wasAsked ? 'late' : null
  if (state === 'failed') return past.isConfirming ? 'failed' : null
  if (state === 'closed') return past.isConfirming ? 'failed' : 'closed'
  return null
}
