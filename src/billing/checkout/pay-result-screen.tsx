import { useEffect, useState } from 'react'
import { linkTo, useSearch } from '#src/routing/routes.ts'
import { type IconName, Icon } from '#src/design/icon.tsx'
import { useText } from '#src/i18n/i18n.ts'
import { buttonClass } from '#src/design/button-class.ts'
import { Spinner } from '#src/design/loading.tsx'
import { hub } from '#src/hub-client/hub-client.ts'
import { hubState } from '#src/store/state.ts'
import { subscribeKeys } from '#src/store/subscribe-keys.ts'
import type { LastOrder, OrderState, PendingOrder } from '#shared/contract/billing-contract.ts'
import type { PayResult } from '#shared/api/pay-orders.ts'
import styles from './pay-result-screen.module.css'
import type { PayMessage, PayMessageType } from './payment-sdk.ts'
import { noteContent } from './result-note.ts'
import { trackedPurchases } from './purchase-tracking.ts'
import type { CheckoutHub } from './checkout-deps.ts'

const MAX_ORDER_ID_LENGTH = 64

const ICONS: Readonly<Record<PayResultView, IconName | null>> = {
  looking: null,
  confirming: null,
  success: 'check',
  late: 'bell',
  failed: 'alert',
  cancelled: 'left',
  unknown: 'compass',
}

/**
 * The page to which a checkout returns. In the checkout's frame it notifies the surrounding app; in its own tab it shows the state
 * of the order.
 */
export function PayResultScreen({ type }: { readonly type: PayMessageType }) {
  const payOrderId = new URLSearchParams(useSearch()).get('payOrderId') ?? ''
  const hasOrderId = payOrderId !== '' && payOrderId.length <= MAX_ORDER_ID_LENGTH
  if (parent !== window) return <FramedResult type={type} payOrderId={hasOrderId ? payOrderId : null} />
  return hasOrderId ? <TabResult type={type} payOrderId={payOrderId} /> : <ResultWords view="unknown" payOrderId={null} />
}

function FramedResult({ type, payOrderId }: { readonly type: PayMessageType; readonly payOrderId: string | null }) {
  useEffect(() => {
    if (payOrderId !== null) postToParent({ type, payOrderId })
  }, [type, payOrderId])
  return <ResultWords view="looking" payOrderId={null} hasHomeLink={false} />
}

function TabResult({ type, payOrderId }: { readonly type: PayMessageType; readonly payOrderId: string }) {
  const { view, skuType } = usePayResult(type, payOrderId)
  const note = view === 'success' && skuType !== null ? noteContent({ kind: 'success', skuType, skuName: '' }) : null
  return <ResultWords view={view} title={note?.title} detail={note?.description} payOrderId={payOrderId} />
}

interface ResultWordsProps {
  readonly view: PayResultView
  readonly title?: string | undefined
  readonly detail?: string | undefined
  readonly payOrderId: string | null
  readonly hasHomeLink?: boolean
}

/** The text of a result. Its "Home" link loads the whole app, because this page starts only the hub. */
function ResultWords({ view, title, detail, payOrderId, hasHomeLink = true }: ResultWordsProps) {
  const text = useText()
  const icon = ICONS[view]
  return (
    <div className={styles['page']}>
      <div className={styles['words']} aria-live="polite">
        <span className={styles['sign']} data-view={view}>
          {icon === null ? <Spinner /> : <Icon name={icon} size="l" />}
        </span>
        <h1 className={styles['title']}>{title ?? text(`checkout.result.${view}`)}</h1>
        <p className={styles['hint']}>{detail ?? text(`checkout.result.${view}Hint`)}</p>
      </div>
      {hasHomeLink && (
        <>
          <a href={linkTo('home')} className={buttonClass('primary', 'l')}>
            {text('checkout.result.home')}
          </a>
          {payOrderId !== null && <p className={styles['order']}>{text('checkout.late.order', { id: payOrderId })}</p>}
        </>
      )}
    </div>
  )
}

/** Sends a message from the checkout's frame to the surrounding page. The browser delivers it only to a page of this origin. */
function postToParent(message: PayMessage): void {
  parent.postMessage(message, location.origin)
}

interface ShownResult {
  readonly view: PayResultView
  readonly skuType: number | null
}

/** Follows an order and returns what this page shows about it. */
function usePayResult(type: PayMessageType, payOrderId: string): ShownResult {
  const [result, setResult] = useState<ShownResult>({ view: 'looking', skuType: null })
  useEffect(
    () =>
      followPayResult(type, payOrderId, {
        hub: {
          confirmOrder: (id) => hub.api.confirmOrder(id),
          dropOrder: (id) => hub.api.dropOrder(id),
          read: () => (hubState.identity === null ? null : hubState.billing.orders),
          readLastOrder: () => hubState.billing.lastOrder,
          subscribe: (listener) => subscribeKeys(hubState, ['identity', 'billing'], listener),
        },
        show: (view, skuType) => setResult({ view, skuType }),
        onEnd: (order, failReason) => void trackedPurchases.end(order.payOrderId, failReason),
      }),
    [type, payOrderId],
  )
  return result
}

/** `looking`: the order is being checked. `unknown`: it is not an order of the current account. */
export type PayResultView = 'looking' | 'confirming' | 'success' | 'late' | 'failed' | 'cancelled' | 'unknown'

interface PayResultDeps {
  readonly hub: Pick<CheckoutHub, 'confirmOrder' | 'dropOrder' | 'subscribe'> & {
    /** The open orders; null until the hub's first snapshot. */
    read(): readonly PendingOrder[] | null
    readLastOrder(): LastOrder | null
  }
  readonly show: (view: PayResultView, skuType: number | null) => void
  /** Called at the end of an order. A `failReason` of null means that it was paid. */
  readonly onEnd: (order: PendingOrder, failReason: string | null) => void
}

const SUCCESS_PAGE_VIEWS: Readonly<Record<OrderState, PayResultView>> = {
  waiting: 'looking',
  confirming: 'confirming',
  late: 'late',
  success: 'success',
  failed: 'failed',
  closed: 'failed',
}
const CANCEL_PAGE_VIEWS: Readonly<Record<OrderState, PayResultView>> = {
  ...SUCCESS_PAGE_VIEWS,
  waiting: 'cancelled',
  failed: 'cancelled',
  closed: 'cancelled',
}
/**
 * The view of an order that the hub has already dropped, by the return address and the order's stored result. An order without a result
 * may still be paid.
 */
const DROPPED_ORDER_VIEWS: Readonly<Record<PayMessageType, Readonly<Record<PayResult, PayResultView>>>> = {
  pay_success: { SUCCESS: 'success', FAILED: 'failed', CLOSED: 'failed', PENDING: 'unknown' },
  pay_cancel: { SUCCESS: 'success', FAILED: 'cancelled', CLOSED: 'cancelled', PENDING: 'cancelled' },
}
const FINAL_VIEWS: ReadonlySet<PayResultView> = new Set(['success', 'cancelled'])

/**
 * Shows an order's state on the return page. The address is only a hint: after a payment, the hub asks the server. A final result
 * is shown once and its order is dropped; after a reload it is found as the last order. The returned function stops this.
 */
export function followPayResult(type: PayMessageType, payOrderId: string, { hub, show, onEnd }: PayResultDeps): () => void {
  let isStateReliable = type === 'pay_cancel'
  let isFinished = false
  const unsubscribe = hub.subscribe(checkOrder)

  function finish(view: PayResultView, skuType: number | null): void {
    isFinished = true
    unsubscribe()
    show(view, skuType)
  }

  function checkOrder(): void {
    const orders = hub.read()
    if (isFinished || !isStateReliable || orders === null) return
    const order = orders.find((known) => known.payOrderId === payOrderId)
    if (order === undefined) {
      const lastOrder = hub.readLastOrder()
      if (lastOrder?.payOrderId === payOrderId) finish(DROPPED_ORDER_VIEWS[type][lastOrder.payResult], lastOrder.skuType)
      else finish('unknown', null)
      return
    }
    const view = (type === 'pay_cancel' ? CANCEL_PAGE_VIEWS : SUCCESS_PAGE_VIEWS)[order.state]
    if (!FINAL_VIEWS.has(view)) {
      show(view, order.skuType)
      return
    }
    finish(view, order.skuType)
    onEnd(order, view === 'success' ? null : 'cancelled')
    void hub.dropOrder(payOrderId)
  }

  async function confirm(): Promise<void> {
    const answer = await hub.confirmOrder(payOrderId)
    if (isFinished) return
    isStateReliable = true
    if (answer.ok || answer.error.code === 'H4023') checkOrder()
    else finish('late', null)
  }

  if (type === 'pay_success') void confirm()
  checkOrder()
  return () => {
    isFinished = true
    unsubscribe()
  }
}

export function PaySuccessPage() {
  return <PayResultScreen type="pay_success" />
}

export function PayCancelPage() {
  return <PayResultScreen type="pay_cancel" />
}
