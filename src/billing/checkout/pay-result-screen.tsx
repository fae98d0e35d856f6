import { type ReactElement, useEffect, useState } from 'react'
import { useSearch } from 'wouter'
import { type IconName, Icon } from '#src/design/icon.tsx'
import { useText } from '#src/platform/i18n.ts'
import { linkTo } from '#src/platform/routes.ts'
import { buttonClass } from '#src/design/button-class.ts'
import { Spinner } from '#src/design/loading.tsx'
import { hub } from '#src/platform/hub-client.ts'
import { hubState } from '#src/platform/hub-state.ts'
import { subscribe } from '#src/platform/state.ts'
import type { OrderState, PendingOrder } from '#shared/contract/billing-contract.ts'
import styles from './pay-result-screen.module.css'
import type { PayMessage, PayMessageType } from './pay-message.ts'
import { noteContent } from './result-note.ts'
import { trackedPurchases } from './tracked-purchases.ts'
import type { CheckoutHub } from './checkout-deps.ts'

const LONGEST_ORDER_ID = 64

const ICONS: Readonly<Record<PayResultView, IconName | null>> = {
  looking: null,
  confirming: null,
  success: 'check',
  late: 'bell',
  failed: 'alert',
  cancelled: 'left',
  unknown: 'compass',
}

/** Where a checkout leads back to: inside the checkout's frame it tells the app around it, in a tab of its own it shows the order. */
export function PayResultScreen({ type }: { readonly type: PayMessageType }): ReactElement {
  const payOrderId = new URLSearchParams(useSearch()).get('payOrderId') ?? ''
  const isNamed = payOrderId !== '' && payOrderId.length <= LONGEST_ORDER_ID
  if (parent !== window) return <FramedResult type={type} payOrderId={isNamed ? payOrderId : null} />
  return isNamed ? <OwnResult type={type} payOrderId={payOrderId} /> : <ResultWords view="unknown" payOrderId={null} />
}

function FramedResult({ type, payOrderId }: { readonly type: PayMessageType; readonly payOrderId: string | null }): ReactElement {
  useEffect(() => {
    if (payOrderId !== null) tellAppAround({ type, payOrderId })
  }, [type, payOrderId])
  return <ResultWords view="looking" payOrderId={null} hasWayOn={false} />
}

function OwnResult({ type, payOrderId }: { readonly type: PayMessageType; readonly payOrderId: string }): ReactElement {
  const { view, skuType } = usePayResult(type, payOrderId)
  const note = view === 'success' && skuType !== null ? noteContent({ kind: 'success', skuType, skuName: '' }) : null
  return <ResultWords view={view} title={note?.title} detail={note?.description} payOrderId={payOrderId} />
}

interface ResultWordsProps {
  readonly view: PayResultView
  /** Instead of the usual words. */
  readonly title?: string | undefined
  readonly detail?: string | undefined
  readonly payOrderId: string | null
  readonly hasWayOn?: boolean
}

/** The way home is a new load: these pages start nothing but the hub. */
function ResultWords({ view, title, detail, payOrderId, hasWayOn = true }: ResultWordsProps): ReactElement {
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
      {hasWayOn && (
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

/** From inside the checkout's frame: only a page of our own origin may hear it. */
function tellAppAround(message: PayMessage): void {
  parent.postMessage(message, location.origin)
}

interface PayResult {
  readonly view: PayResultView
  readonly skuType: number | null
}

/** How an order stands, for the page that its checkout has led to. */
function usePayResult(type: PayMessageType, payOrderId: string): PayResult {
  const [result, setResult] = useState<PayResult>({ view: 'looking', skuType: null })
  useEffect(
    () =>
      followPayResult(type, payOrderId, {
        hub: {
          confirmOrder: (id) => hub.api.confirmOrder(id),
          dropOrder: (id) => hub.api.dropOrder(id),
          read: () => (hubState.identity === null ? null : hubState.billing.orders),
          subscribe: (listener) => subscribe(hubState, listener),
        },
        show: (view, order) => setResult({ view, skuType: order?.skuType ?? null }),
        onEnd: (order, failReason) => void trackedPurchases.end(order.payOrderId, failReason),
      }),
    [type, payOrderId],
  )
  return result
}

/** unknown: no order of whoever is here. */
export type PayResultView = 'looking' | 'confirming' | 'success' | 'late' | 'failed' | 'cancelled' | 'unknown'

interface PayResultDeps {
  readonly hub: Pick<CheckoutHub, 'confirmOrder' | 'dropOrder' | 'subscribe'> & {
    /** Null until the hub has spoken. */
    read(): readonly PendingOrder[] | null
  }
  readonly show: (view: PayResultView, order: PendingOrder | undefined) => void
  /** Null as a reason: it was paid. */
  readonly onEnd: (order: PendingOrder, failReason: string | null) => void
}

const PAID: Readonly<Record<OrderState, PayResultView>> = {
  waiting: 'looking',
  confirming: 'confirming',
  late: 'late',
  success: 'success',
  failed: 'failed',
  closed: 'failed',
}
const LEFT: Readonly<Record<OrderState, PayResultView>> = { ...PAID, waiting: 'cancelled', failed: 'cancelled', closed: 'cancelled' }
const ENDS: ReadonlySet<PayResultView> = new Set(['success', 'cancelled'])

/**
 * The state of an order on a page of its own, where a checkout has led back to. What the address says is only a hint: coming from a
 * payment it has the order asked for, and what is shown is the hub's word. An end that was shown is put away. Returns how to stop.
 */
export function followPayResult(type: PayMessageType, payOrderId: string, { hub, show, onEnd }: PayResultDeps): () => void {
  let isAsked = type === 'pay_cancel'
  let isOver = false
  const unsubscribe = hub.subscribe(look)

  function finish(view: PayResultView, order: PendingOrder | undefined): void {
    isOver = true
    unsubscribe()
    show(view, order)
  }

  function look(): void {
    const orders = hub.read()
    if (isOver || !isAsked || orders === null) return
    const order = orders.find((known) => known.payOrderId === payOrderId)
    if (order === undefined) {
      finish('unknown', order)
      return
    }
    const view = (type === 'pay_cancel' ? LEFT : PAID)[order.state]
    if (!ENDS.has(view)) {
      show(view, order)
      return
    }
    finish(view, order)
    onEnd(order, view === 'success' ? null : 'cancelled')
    void hub.dropOrder(payOrderId)
  }

  async function confirm(): Promise<void> {
    const answer = await hub.confirmOrder(payOrderId)
    if (isOver) return
    isAsked = true
    if (answer.ok) look()
    else finish(answer.error.code === 'H4023' ? 'unknown' : 'late', undefined)
  }

  if (type === 'pay_success') void confirm()
  look()
  return () => {
    isOver = true
    unsubscribe()
  }
}

export function PaySuccessPage(): ReactElement {
  return <PayResultScreen type="pay_success" />
}

export function PayCancelPage(): ReactElement {
  return <PayResultScreen type="pay_cancel" />
}
