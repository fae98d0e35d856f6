import type { PendingOrder, PurchaseIntent } from '#shared/contract/billing-contract.ts'
import type { CheckoutDeps, CheckoutNote, PurchaseRequest } from './checkout-deps.ts'
import { shownMessage } from '#shared/api/envelope.ts'
import { type Result, ok } from '#shared/result.ts'
import { type PayEnding, type PaySession, createPaySession } from './pay-session.ts'

export interface Checkout {
  /**
   * Runs a purchase from login to result. A press while one runs joins it. `left` is aborted when the dialog of the
   * press closes: nothing opens after that, and an order that was created can be resumed.
   */
  start(purchase: PurchaseRequest, left?: AbortSignal): Promise<void>
  /** Reopens the checkout of an unfinished order. */
  resume(order: PendingOrder, purchase: PurchaseRequest): Promise<void>
  /** Answers the question, or dismisses the result. */
  answer(yes: boolean): void
  /** Ends the checkout because its view failed to render. */
  breakOff(): void
  /** The open checkout, for its view. */
  session(): PaySession | null
}

/** The session had expired, and no login followed. */
const NO_SESSION = 'H3009'
/** Endings that need no further action after they are shown. */
const SEEN: ReadonlySet<PayEnding> = new Set(['success', 'failed', 'cancelled', 'closed'])

/**
 * login -> question, if it may be paid already -> account refresh -> order -> check of its URL -> checkout -> ending
 * One purchase at a time. Nothing before the checkout charges anything, so every failure there is reported and ends the purchase;
 * the hub keeps the order, and the next press resumes it.
 */
export function createCheckout(deps: CheckoutDeps): Checkout {
  const { hub, show, tell } = deps
  let running: Promise<void> | null = null
  /** The result was shown: a press during dismissal starts another purchase afterwards. */
  let isPuttingAway = false
  let session: PaySession | null = null
  let leftBy: AbortSignal | undefined
  let give: (yes: boolean) => void = () => undefined

  function once(run: () => Promise<void>): Promise<void> {
    if (isPuttingAway && running !== null) return running.then(() => once(run))
    running ??= run().finally(() => {
      isPuttingAway = false
      running = null
      show(null)
    })
    return running
  }

  const hasLeft = () => leftBy?.aborted === true

  async function ask(view: Parameters<CheckoutDeps['show']>[0]): Promise<boolean> {
    show(view)
    const answer = await new Promise<boolean>((resolve) => (give = resolve))
    give = () => undefined
    show(null)
    return answer
  }

  /** Null: the person prefers to wait for the order that may be paid. */
  async function isOneMore({ skuId, skuName }: PurchaseRequest): Promise<boolean | null> {
    const state = hub.read().orders.find((order) => order.skuId === skuId && isAskedFor(order))?.state
    if (state !== 'confirming' && state !== 'late') return false
    return (await ask({ kind: 'again', skuName, state })) ? true : null
  }

  async function order(intent: PurchaseIntent): Promise<Result<PendingOrder> | null> {
    const first = await hub.createOrder(intent)
    if (first.ok || first.error.code !== 'H3009') return first
    return (await deps.logIn(true)) ? hub.createOrder({ ...intent, isVip: await hub.checkMembership() }) : null
  }

  async function mayOpen(url: string): Promise<Result<null, CheckoutNote>> {
    const answer = await deps.validateUrl(url)
    if (answer.ok && answer.value.success) return ok(null)
    return {
      ok: false,
      error: { kind: 'address_refused', message: answer.ok ? shownMessage(answer.value.message) : (answer.error.message ?? '') },
    }
  }

  async function end(ending: PayEnding, { payOrderId, skuType }: PendingOrder, purchase: PurchaseRequest): Promise<void> {
    show(null)
    if (ending !== 'gone' && ending !== 'late' && ending !== 'left') void deps.book.end(payOrderId, ending === 'success' ? null : ending)
    if (ending === 'success') deps.onPaid()
    if (!SEEN.has(ending)) deps.onUntold()
    if (ending === 'success') tell({ kind: 'success', skuType, skuName: purchase.skuName })
    else if (ending === 'late' || ending === 'failed') await ask({ kind: ending, payOrderId })
    else if (ending !== 'gone') tell({ kind: ending })
    if (!SEEN.has(ending)) return
    isPuttingAway = true
    await hub.dropOrder(payOrderId)
  }

  async function pay(made: PendingOrder, purchase: PurchaseRequest): Promise<void> {
    const allowed = await mayOpen(made.checkoutUrl)
    if (!allowed.ok) {
      void deps.book.end(made.payOrderId, allowed.error.kind)
      tell(allowed.error)
      return
    }
    session = createPaySession({ order: made, skuName: purchase.skuName, deps })
    const ending = await session.ended
    session = null
    await end(ending, made, purchase)
  }

  async function buy(purchase: PurchaseRequest): Promise<void> {
    if (!(await deps.logIn(false)) || hasLeft()) return
    const isAgain = await isOneMore(purchase)
    if (isAgain === null) return
    deps.trackStart(purchase)
    const { skuId, skuType, skuName, currencyCode, promotion = null } = purchase
    const [returnUrl, cancelUrl] = [`${deps.appOrigin}/pay/success`, `${deps.appOrigin}/pay/cancel`]
    const isVip = await hub.checkMembership()
    const made = await order({ skuId, skuType, skuName, currencyCode, isAgain, returnUrl, cancelUrl, isVip, promotion })
    if (made?.ok === true) {
      deps.book.begin(made.value.payOrderId, purchase)
      if (hasLeft()) return
      await pay(made.value, purchase)
      return
    }
    deps.trackRefusal(purchase, made?.error.code ?? NO_SESSION)
    if (made !== null) tell({ kind: 'refused', error: made.error })
  }

  return {
    start(purchase, left) {
      leftBy = left
      return once(() => buy(purchase))
    },
    resume(made, purchase) {
      return once(async () => {
        deps.book.goOn(made.payOrderId, purchase)
        await hub.checkMembership()
        await pay(made, purchase)
      })
    },
    answer: (yes) => give(yes),
    breakOff() {
      session?.breakOff()
      give(false)
    },
    session: () => session,
  }
}

function isAskedFor({ state }: PendingOrder): boolean {
  return state === 'confirming' || state === 'late'
}
