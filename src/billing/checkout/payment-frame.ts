import type { PendingOrder } from '#shared/contract/billing-contract.ts'
import type { CheckoutDeps } from './checkout-deps.ts'
import type { PayMessageType } from './payment-sdk.ts'

/** The time after which a checkout that has not loaded may be left, in ms. */
export const FRAME_LOAD_LIMIT_MS = 10_000

interface PaymentFrameOptions {
  readonly order: Pick<PendingOrder, 'payOrderId' | 'checkoutUrl'>
  readonly deps: Pick<CheckoutDeps, 'loadSdk' | 'isReachable' | 'clock'>
  readonly onMessage: (type: PayMessageType) => void
  readonly onMissingSdk: () => void
  readonly onChange: () => void
}

export interface PaymentFrame {
  /** Loads the checkout into an element. The returned function removes it. */
  attach(container: HTMLElement, title: string): () => void
  hasFailed(): boolean
  /** Whether the checkout may have been visible, so that a payment is possible. */
  wasShown(): boolean
}

/**
 * The frame of a payment page of another origin. The browser's error page fires `load` too, so the page's server is requested when the
 * frame is attached and after each later `load`. Shown: the frame has loaded, and the server was not found to be unreachable. Failed: the
 * frame has loaded although the server is unreachable, or has not loaded in time. A failed frame may still load later.
 */
export function createPaymentFrame({ order, deps, onMessage, onMissingSdk, onChange }: PaymentFrameOptions): PaymentFrame {
  let isLoaded = false
  let isReachable: boolean | null = null
  let isSlow = false
  let wasShown = false
  let requestCount = 0

  function update(changes: { readonly isLoaded?: true; readonly isReachable?: boolean; readonly isSlow?: true }): void {
    isLoaded = changes.isLoaded ?? isLoaded
    isReachable = changes.isReachable ?? isReachable
    isSlow = changes.isSlow ?? isSlow
    wasShown ||= isLoaded && isReachable !== false
    onChange()
  }

  async function checkReachability(detachSignal: AbortSignal): Promise<void> {
    const requestNumber = (requestCount += 1)
    const isServerReachable = await deps.isReachable(order.checkoutUrl, detachSignal)
    if (!detachSignal.aborted && requestNumber === requestCount) update({ isReachable: isServerReachable })
  }

  function startChecks(detachSignal: AbortSignal): void {
    void deps.clock.sleep(FRAME_LOAD_LIMIT_MS, detachSignal).then(() => !detachSignal.aborted && update({ isSlow: true }))
    void checkReachability(detachSignal)
  }

  function onLoad(detachSignal: AbortSignal): void {
    if (isLoaded) void checkReachability(detachSignal)
    update({ isLoaded: true })
  }

  async function mount(container: HTMLElement, title: string, detachSignal: AbortSignal): Promise<() => void> {
    const sdk = await deps.loadSdk().catch(() => null)
    if (sdk === null && !detachSignal.aborted) onMissingSdk()
    if (sdk === null || detachSignal.aborted) return () => undefined
    startChecks(detachSignal)
    return sdk.mount(container, { ...order, title, onLoad: () => onLoad(detachSignal), onMessage })
  }

  return {
    attach(container, title) {
      isLoaded = isSlow = false
      isReachable = null
      const detachController = new AbortController()
      const unmountPromise = mount(container, title, detachController.signal)
      return () => {
        detachController.abort()
        void unmountPromise.then((unmount) => unmount())
      }
    },
    hasFailed: () => (isLoaded ? isReachable === false : isSlow),
    wasShown: () => wasShown,
  }
}
