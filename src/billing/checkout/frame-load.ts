import type { PendingOrder } from '#shared/contract/billing-contract.ts'
import type { CheckoutDeps } from './checkout-deps.ts'
import type { PayMessageType } from './pay-message.ts'

/** How long the checkout may take to load before the person is let out, in ms. */
export const FRAME_LOAD_LIMIT_MS = 10_000

interface FrameLoadOptions {
  readonly order: Pick<PendingOrder, 'payOrderId' | 'checkoutUrl'>
  readonly deps: Pick<CheckoutDeps, 'loadSdk' | 'isReachable' | 'clock'>
  readonly onMessage: (type: PayMessageType) => void
  readonly onMissingSdk: () => void
  readonly onChange: () => void
}

export interface FrameLoad {
  /** Loads the checkout into an element; returns how to take it away. */
  attach(place: HTMLElement, title: string): () => void
  hasFailed(): boolean
  /** The person may have seen the checkout, so they may have paid. */
  wasShown(): boolean
}

/**
 * What can be known of a frame of another origin. It fires `load` for its page, and as well for the browser's own page about an error; so
 * its server is asked beside it, without reading the answer, and again with each further page. Shown is what has loaded while its server
 * answers. Failed is what has loaded while its server does not, or what has not loaded in time; it may still turn out well.
 */
export function createFrameLoad({ order, deps, onMessage, onMissingSdk, onChange }: FrameLoadOptions): FrameLoad {
  let isLoaded = false
  let isReachable: boolean | null = null
  let isSlow = false
  let wasShown = false
  let asked = 0

  function change(part: { readonly isLoaded?: true; readonly isReachable?: boolean; readonly isSlow?: true }): void {
    isLoaded = part.isLoaded ?? isLoaded
    isReachable = part.isReachable ?? isReachable
    isSlow = part.isSlow ?? isSlow
    wasShown ||= isLoaded && isReachable !== false
    onChange()
  }

  async function ask(detached: AbortSignal): Promise<void> {
    const nth = (asked += 1)
    const answer = await deps.isReachable(order.checkoutUrl, detached)
    if (!detached.aborted && nth === asked) change({ isReachable: answer })
  }

  function watch(detached: AbortSignal): void {
    void deps.clock.sleep(FRAME_LOAD_LIMIT_MS, detached).then(() => !detached.aborted && change({ isSlow: true }))
    void ask(detached)
  }

  function onLoad(detached: AbortSignal): void {
    if (isLoaded) void ask(detached)
    change({ isLoaded: true })
  }

  async function mount(place: HTMLElement, title: string, detached: AbortSignal): Promise<() => void> {
    const sdk = await deps.loadSdk().catch(() => null)
    if (sdk === null && !detached.aborted) onMissingSdk()
    if (sdk === null || detached.aborted) return () => undefined
    watch(detached)
    return sdk.mount(place, { ...order, title, onLoad: () => onLoad(detached), onMessage })
  }

  return {
    attach(place, title) {
      isLoaded = isSlow = false
      isReachable = null
      const detaching = new AbortController()
      const mounted = mount(place, title, detaching.signal)
      return () => {
        detaching.abort()
        void mounted.then((unmount) => unmount())
      }
    },
    hasFailed: () => (isLoaded ? isReachable === false : isSlow),
    wasShown: () => wasShown,
  }
}
