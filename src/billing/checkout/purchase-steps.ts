import type { PendingOrder, PurchaseIntent } from '#shared/contract/billing-contract.ts'
import type { CheckoutDeps, PurchaseRequest } from './checkout-deps.ts'
import { SCREENS } from '#shared/domain/screens.ts'
import type { Result } from '#shared/result.ts'
import { type PayEnding, type PaySession, createPaySession } from './pay-session.ts'
import { checkPaymentUrl } from './check-payment-url.ts'

export interface Checkout {
  /**
   * Runs a purchase from login to result. A press while a purchase runs joins that purchase. `dialogClosed` is aborted when the dialog of
   * the press closes. If the dialogs of all joined presses are closed, no checkout opens; an order that was already created can be resumed.
   */
  start(purchase: PurchaseRequest, dialogClosed?: AbortSignal): Promise<void>
  /** Reopens the checkout of an unfinished order. */
  resume(order: PendingOrder, purchase: PurchaseRequest): Promise<void>
  /** Answers the question that the checkout asks, or dismisses its result. */
  answer(isYes: boolean): void
  /** Ends the open checkout and answers an open question with no, for example because the view failed to render. */
  breakOff(): void
  session(): PaySession | null
}

/** The reason that is tracked for a purchase without an order: the session had expired, and the user did not log in again. */
const NO_SESSION_REASON = 'H3009'
const FINAL_ENDINGS: ReadonlySet<PayEnding> = new Set(['success', 'failed', 'cancelled', 'closed'])

/**
 * login -> question, if an earlier order may be paid -> account refresh -> order -> check of its URL -> checkout -> ending
 * One purchase at a time. No step before the checkout charges, so a failure of such a step is shown and ends the purchase.
 * An order that was already created stays in the hub, and the next press resumes it.
 */
export function createCheckout(deps: CheckoutDeps): Checkout {
  const { hub, show, showNote } = deps
  let runningPurchase: Promise<void> | null = null
  /** True from the end of a purchase until its order is dropped. A press in this time starts another purchase afterwards. */
  let isDroppingOrder = false
  let session: PaySession | null = null
  /** The `dialogClosed` signals of the presses that the running purchase serves; undefined for a press outside of a dialog. */
  let dialogSignals: (AbortSignal | undefined)[] = []
  let answerQuestion: (isYes: boolean) => void = () => undefined

  function startOrJoin(run: () => Promise<void>, dialogClosed?: AbortSignal): Promise<void> {
    if (isDroppingOrder && runningPurchase !== null) return runningPurchase.then(() => startOrJoin(run, dialogClosed))
    dialogSignals.push(dialogClosed)
    runningPurchase ??= run().finally(() => {
      isDroppingOrder = false
      runningPurchase = null
      dialogSignals = []
      show(null)
    })
    return runningPurchase
  }

  const isDialogClosed = () => dialogSignals.every((dialogClosed) => dialogClosed?.aborted === true)

  async function askUser(view: Parameters<CheckoutDeps['show']>[0]): Promise<boolean> {
    show(view)
    const answer = await new Promise<boolean>((resolve) => (answerQuestion = resolve))
    answerQuestion = () => undefined
    show(null)
    return answer
  }

  /**
   * Asks whether to buy again if an order of this SKU may already be paid. True: buy again. False: no such order. Null: the
   * user decided to wait for that order.
   */
  async function askIfRepeated({ skuId, skuName }: PurchaseRequest): Promise<boolean | null> {
    const sameSkuOrders = hub.read().orders.filter((order) => order.skuId === skuId)
    const state = sameSkuOrders.map(unconfirmedState).find((known) => known !== null)
    if (state === undefined) return false
    return (await askUser({ kind: 'again', skuName, state })) ? true : null
  }

  async function createOrder(intent: PurchaseIntent): Promise<Result<PendingOrder> | null> {
    const firstAnswer = await hub.createOrder(intent)
    if (firstAnswer.ok || firstAnswer.error.code !== 'H3009') return firstAnswer
    return (await deps.logIn(true)) ? hub.createOrder({ ...intent, isVip: await hub.checkMembership() }) : null
  }

  async function finishPurchase(ending: PayEnding, { payOrderId, skuType }: PendingOrder, purchase: PurchaseRequest): Promise<void> {
    show(null)
    if (ending !== 'gone' && ending !== 'late' && ending !== 'left')
      void deps.tracking.end(payOrderId, ending === 'success' ? null : ending)
    if (ending === 'success') deps.onPaid()
    if (!FINAL_ENDINGS.has(ending)) deps.onResultPending()
    if (ending === 'success') showNote({ kind: 'success', skuType, skuName: purchase.skuName })
    else if (ending === 'late' || ending === 'failed') await askUser({ kind: ending, payOrderId })
    else if (ending !== 'gone') showNote({ kind: ending })
    if (!FINAL_ENDINGS.has(ending)) return
    isDroppingOrder = true
    await hub.dropOrder(payOrderId)
  }

  async function openCheckout(order: PendingOrder, purchase: PurchaseRequest): Promise<void> {
    const urlCheck = await checkPaymentUrl(order.checkoutUrl, deps.validateUrl)
    if (!urlCheck.ok) {
      void deps.tracking.end(order.payOrderId, urlCheck.error.kind)
      showNote(urlCheck.error)
      return
    }
    session = createPaySession({ order, skuName: purchase.skuName, deps })
    const ending = await session.ended
    session = null
    await finishPurchase(ending, order, purchase)
  }

  async function buy(purchase: PurchaseRequest): Promise<void> {
    if (!(await deps.logIn(false)) || isDialogClosed()) return
    const isAgain = await askIfRepeated(purchase)
    if (isAgain === null) return
    deps.trackStart(purchase)
    const { skuId, skuType, skuName, currencyCode, promotion = null } = purchase
    const [returnUrl, cancelUrl] = [deps.appOrigin + SCREENS.paySuccess.path, deps.appOrigin + SCREENS.payCancel.path]
    const isVip = await hub.checkMembership()
    const orderAnswer = await createOrder({ skuId, skuType, skuName, currencyCode, isAgain, returnUrl, cancelUrl, isVip, promotion })
    if (orderAnswer?.ok === true) {
      deps.tracking.begin(orderAnswer.value.payOrderId, purchase)
      if (isDialogClosed()) return
      await openCheckout(orderAnswer.value, purchase)
      return
    }
    deps.trackRefusal(purchase, orderAnswer?.error.code ?? NO_SESSION_REASON)
    if (orderAnswer !== null) showNote({ kind: 'refused', error: orderAnswer.error })
  }

  return {
    start: (purchase, dialogClosed) => startOrJoin(() => buy(purchase), dialogClosed),
    resume(order, purchase) {
      return startOrJoin(async () => {
        deps.tracking.resume(order.payOrderId, purchase)
        await hub.checkMembership()
        await openCheckout(order, purchase)
      })
    },
    answer: (isYes) => answerQuestion(isYes),
    breakOff() {
      session?.breakOff()
      answerQuestion(false)
    },
    session: () => session,
  }
}

/** The state of an order that may be paid although the server has not confirmed it; null for any other order. */
function unconfirmedState({ state }: PendingOrder): 'confirming' | 'late' | null {
  return state === 'confirming' || state === 'late' ? state : null
}
