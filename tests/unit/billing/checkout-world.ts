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
export function checkoutWorld(overrides: Partial<CheckoutDeps> = {}, checkMembership = async () => false) {
  const clock = createFakeClock()
  const listeners = new Set<() => void>()
  const hub = { orders: [] as PendingOrder[], isOnline: true }
  const intents: PurchaseIntent[] = []
  const confirmedIds: string[] = []
  const droppedIds: string[] = []
  let dropping = Promise.resolve()
  const notes: CheckoutNote[] = []
  const trackedStarts: string[] = []
  const trackedOrders: string[] = []
  const outcomes: (string | null)[] = []
  const views: (CheckoutView | null)[] = []
  const frames: CheckoutFrame[] = []
  const openedUrls: string[] = []
  let membershipChecks = 0
  let pendingResults = 0
  let payments = 0
  let orderAnswer: Result<PendingOrder> = ok(order())
  let isReached = true
  let detach: (() => void) | undefined
  let attachedAttempt = 0

  function notify(change: Partial<typeof hub>): void {
    Object.assign(hub, change)
    for (const listener of listeners) listener()
  }

  function show(view: CheckoutView | null): void {
    views.push(view)
    const wantedAttempt = view?.kind === 'pay' && view.target === 'frame' ? view.attempt : 0
    if (wantedAttempt === attachedAttempt) return
    attachedAttempt = wantedAttempt
    queueMicrotask(() => {
      detach?.()
      detach = wantedAttempt === 0 ? undefined : checkout.session()?.attach({} as HTMLElement, 'Checkout')
    })
  }

  const checkout: Checkout = createCheckout({
    hub: {
      createOrder: async (intent) => {
        intents.push(intent)
        if (orderAnswer.ok) notify({ orders: [...hub.orders.filter(({ payOrderId }) => payOrderId !== 'po_1'), orderAnswer.value] })
        return orderAnswer
      },
      confirmOrder: async (payOrderId) => {
        confirmedIds.push(payOrderId)
        setOrderState('confirming')
        return ok(null)
      },
      dropOrder: async (payOrderId) => {
        droppedIds.push(payOrderId)
        await dropping
        notify({ orders: hub.orders.filter((hubOrder) => hubOrder.payOrderId !== payOrderId) })
        return ok(null)
      },
      read: () => hub,
      checkMembership: async () => {
        membershipChecks += 1
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
      openedUrls.push(url)
      return true
    },
    clock,
    appOrigin: 'https://app.example',
    show,
    showNote: (note) => notes.push(note),
    trackStart: ({ source }) => trackedStarts.push(source),
    trackRefusal: (_, reason) => outcomes.push(reason),
    tracking: {
      begin: (payOrderId) => trackedOrders.push(payOrderId),
      resume: (payOrderId, { source }) => trackedOrders.push(`${payOrderId} ${source}`),
      end: async (payOrderId, reason) =>
        void outcomes.push(payOrderId === trackedOrders.at(-1)?.split(' ')[0] ? reason : `nobody began ${payOrderId}`),
    },
    onPaid: () => (payments += 1),
    onResultPending: () => (pendingResults += 1),
    ...overrides,
  })

  /** Publishes a new state of an order, as the hub does. */
  function setOrderState(newState: OrderState, payOrderId = 'po_1'): void {
    notify({
      orders: hub.orders.map((hubOrder) => (hubOrder.payOrderId === payOrderId ? order({ ...hubOrder, state: newState }) : hubOrder)),
    })
  }

  return {
    checkout,
    clock,
    intents,
    membershipChecks: () => membershipChecks,
    confirmedIds,
    droppedIds,
    holdDrops() {
      let releaseHold = (): void => undefined
      dropping = new Promise((resolve) => (releaseHold = resolve))
      return () => releaseHold()
    },
    notes,
    trackedStarts,
    trackedOrders,
    outcomes,
    views,
    frames,
    openedUrls,
    notify,
    setOrderState,
    answerWith: (newAnswer: Result<PendingOrder>) => (orderAnswer = newAnswer),
    setReachable: (newAnswer: boolean) => (isReached = newAnswer),
    view: () => views.at(-1) ?? null,
    pendingResults: () => pendingResults,
    payments: () => payments,
    /** The checkout's view of an open payment. Throws if another view is shown. */
    openPayment: () => {
      const view = views.at(-1)
      if (view?.kind !== 'pay') throw new Error(`There is no open checkout, but ${view?.kind ?? 'nothing'}.`)
      return view
    },
    /** Presses the buy button and lets the checkout load. */
    async buy(isLoaded = true): Promise<{ purchaseEnd: Promise<void> }> {
      const purchaseEnd = checkout.start(PURCHASE)
      await clock.settle()
      if (isLoaded) frames[0]?.onLoad()
      await clock.settle()
      return { purchaseEnd }
    },
    async sendMessage(type: 'pay_success' | 'pay_cancel') {
      frames[0]?.onMessage(type)
      await clock.settle()
    },
  }
}
