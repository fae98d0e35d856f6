import type { OrderState, PendingOrder, PurchaseIntent } from '#shared/contract/billing-contract.ts'
import { type AppErrorCode, type Result, fail, ok } from '#shared/result.ts'
import type { CheckoutDeps, CheckoutNote, PurchaseRequest } from '#src/billing/checkout/checkout-deps.ts'
import type { CheckoutView } from '#src/billing/checkout/checkout-state.ts'
import type { CheckoutFrame } from '#src/billing/checkout/payment-sdk.ts'
import { type Checkout, createCheckout } from '#src/billing/checkout/purchase-steps.ts'
import { createFakeClock } from '../platform/fake-clock.ts'

export const PURCHASE: PurchaseRequest = {
  skuId: 'points_300',
  skuType: 6,
  skuName: '300 points',
  currencyCode: 'USD',
  source: 'credits_dialog',
}

export function order(change: Partial<PendingOrder> = {}): PendingOrder {
  return {
    payOrderId: 'po_1',
    sessionId: 'cs_1',
    skuId: PURCHASE.skuId,
    skuType: PURCHASE.skuType,
    checkoutUrl: 'https://checkout.example/c/1',
    isEmbedded: true,
    amountCents: 1199,
    currencyCode: 'USD',
    createdAtMs: 1,
    state: 'waiting',
    lastState: { lastestChosenSku: PURCHASE.skuId, isVip: false, points: 10 },
    ...change,
  }
}

export const refusal = (code: AppErrorCode): Result<never> => fail({ code, retry: 'never' })

/** A checkout whose dependencies the test controls. */
export function checkoutWorld(given: Partial<CheckoutDeps> = {}, checkMembership = async () => false) {
  const clock = createFakeClock()
  const listeners = new Set<() => void>()
  const hub = { orders: [] as PendingOrder[], isOnline: true }
  const intents: PurchaseIntent[] = []
  const confirmed: string[] = []
  const dropped: string[] = []
  let dropping = Promise.resolve()
  const notes: CheckoutNote[] = []
  const starts: string[] = []
  const begun: string[] = []
  const ends: (string | null)[] = []
  const views: (CheckoutView | null)[] = []
  const frames: CheckoutFrame[] = []
  const tabs: string[] = []
  let checks = 0
  let pendingResults = 0
  let paid = 0
  let answer: Result<PendingOrder> = ok(order())
  let isReached = true
  let detach: (() => void) | undefined
  let attached = 0

  function notify(change: Partial<typeof hub>): void {
    Object.assign(hub, change)
    for (const listener of listeners) listener()
  }

  function show(view: CheckoutView | null): void {
    views.push(view)
    const wanted = view?.kind === 'pay' && view.target === 'frame' ? view.attempt : 0
    if (wanted === attached) return
    attached = wanted
    queueMicrotask(() => {
      detach?.()
      detach = wanted === 0 ? undefined : checkout.session()?.attach({} as HTMLElement, 'Checkout')
    })
  }

  const checkout: Checkout = createCheckout({
    hub: {
      createOrder: async (intent) => {
        intents.push(intent)
        if (answer.ok) notify({ orders: [...hub.orders.filter(({ payOrderId }) => payOrderId !== 'po_1'), answer.value] })
        return answer
      },
      confirmOrder: async (payOrderId) => {
        confirmed.push(payOrderId)
        state('confirming')
        return ok(null)
      },
      dropOrder: async (payOrderId) => {
        dropped.push(payOrderId)
        await dropping
        notify({ orders: hub.orders.filter((known) => known.payOrderId !== payOrderId) })
        return ok(null)
      },
      read: () => hub,
      checkMembership: async () => {
        checks += 1
        return checkMembership()
      },
      subscribe: (listener) => {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    },
    validateUrl: async () => ok({ success: true, message: '' }),
    logIn: async () => true,
    loadSdk: async () => ({
      version: '1.0.1',
      mount: (_, frame) => {
        frames.push(frame)
        return () => void frames.splice(frames.indexOf(frame), 1)
      },
    }),
    isReachable: async () => isReached,
    openTab: (url) => {
      tabs.push(url)
      return true
    },
    clock,
    appOrigin: 'https://app.example',
    show,
    showNote: (note) => notes.push(note),
    trackStart: ({ source }) => starts.push(source),
    trackRefusal: (_, reason) => ends.push(reason),
    tracking: {
      begin: (payOrderId) => begun.push(payOrderId),
      resume: (payOrderId, { source }) => begun.push(`${payOrderId} ${source}`),
      end: async (payOrderId, reason) => void ends.push(payOrderId === begun.at(-1)?.split(' ')[0] ? reason : `nobody began ${payOrderId}`),
    },
    onPaid: () => (paid += 1),
    onResultPending: () => (pendingResults += 1),
    ...given,
  })

  /** Publishes a new state of an order, as the hub does. */
  function state(next: OrderState, payOrderId = 'po_1'): void {
    notify({ orders: hub.orders.map((known) => (known.payOrderId === payOrderId ? order({ ...known, state: next }) : known)) })
  }

  return {
    checkout,
    clock,
    intents,
    checks: () => checks,
    confirmed,
    dropped,
    holdDrops() {
      let releaseHold = (): void => undefined
      dropping = new Promise((resolve) => (releaseHold = resolve))
      return () => releaseHold()
    },
    notes,
    starts,
    begun,
    ends,
    views,
    frames,
    tabs,
    notify,
    state,
    answerWith: (next: Result<PendingOrder>) => (answer = next),
    reachable: (next: boolean) => (isReached = next),
    view: () => views.at(-1) ?? null,
    pendingResults: () => pendingResults,
    paid: () => paid,
    /** The checkout's view of an open payment. Throws if another view is shown. */
    open: () => {
      const view = views.at(-1)
      if (view?.kind !== 'pay') throw new Error(`There is no open checkout, but ${view?.kind ?? 'nothing'}.`)
      return view
    },
    /** Presses the buy button and lets the checkout load. */
    async buy(isLoaded = true): Promise<{ ended: Promise<void> }> {
      const ended = checkout.start(PURCHASE)
      await clock.settle()
      if (isLoaded) frames[0]?.onLoad()
      await clock.settle()
      return { ended }
    },
    async message(type: 'pay_success' | 'pay_cancel') {
      frames[0]?.onMessage(type)
      await clock.settle()
    },
  }
}
