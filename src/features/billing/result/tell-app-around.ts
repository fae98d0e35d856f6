import type { PayMessage } from '#src/features/billing/checkout/pay-message.ts'

/** From inside the checkout's frame: only a page of our own origin may hear it. */
export function tellAppAround(message: PayMessage): void {
  parent.postMessage(message, location.origin)
}
