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
 * The frame of a payment page of another origin. The browser's error page fires `load` too. So the frame requests the page's server at
 * first and after each further `load`. Shown: the frame has loaded, and the server was not found to be unreachable. Failed: it has loaded
 * although the server is unreachable, or it has not loaded in time. A failed frame may still load later.
 */
export function createPaymentFrame({ order, deps, onMessage, onMissingSdk, onChange }: PaymentFrameOptions): PaymentFrame {
  let isLoaded = false
  let isReachable: boolean | null = null
  let isSlow = false
  let wasShown = false
  let requestCount = 0

  function change(part: { readonly isLoaded?: true; readonly isReachable?: boolean; readonly isSlow?: true }): void {
    isLoaded = part.isLoaded ?? isLoaded
    isReachable = part.isReachable ?? isReachable
    isSlow = part.isSlow ?? isSlow
    wasShown ||= isLoaded && isReachable !== false
    onChange()
  }

  async function ask(detached: AbortSignal): Promise<void> {
    const nth = (requestCount += 1)
    const answer = await deps.isReachable(order.checkoutUrl, detached)
    if (!detached.aborted && nth === requestCount) change({ isReachable: answer })
  }

  function watch(detached: AbortSignal): void {
    void deps.clock.sleep(FRAME_LOAD_LIMIT_MS, detached).then(() => !detached.aborted && change({ isSlow: true }))
    void ask(detached)
  }

  function onLoad(detached: AbortSignal): void {
    if (isLoaded) void ask(detached)
    change({ isLoaded: true })
  }

  async function mount(container: HTMLElement, title: string, detached: AbortSignal): Promise<() => void> {
    const sdk = await deps.loadSdk().catch(() => null)
    if (sdk === null && !detached.aborted) onMissingSdk()
    if (sdk === null || detached.aborted) return () => undefined
    watch(detached)
    return sdk.mount(container, { ...order, title, onLoad: () => onLoad(detached), onMessage })
  }

  return {
    attach(container, title) {
      isLoaded = isSlow = false
      isReachable = null
      const detaching = new AbortController()
      const mounted = mount(container, title, detaching.signal)
      return () => {
        detaching.abort()
        void mounted.then((unmount) => unmount())
      }
    },
    hasFailed: () => (isLoaded ? isReachable === false : isSlow),
    wasShown: () => wasShown,
  }
}
