import type { ReactElement } from 'react'
import type { PayMessage, PayMessageType } from '#src/features/billing/checkout/pay-message.ts'
import type { IconName } from '#src/ui/icon.tsx'
import type { PayResultView } from './follow-pay-result.ts'
import { useEffect, useState } from 'react'
import { useSearch } from 'wouter'
import { noteContent } from '#src/features/billing/checkout/tell-note.ts'
import { useText } from '#src/lib/i18n.ts'
import { linkTo } from '#src/lib/routes.ts'
import { buttonClass } from '#src/ui/button-class.ts'
import { Icon } from '#src/ui/icon.tsx'
import { Spinner } from '#src/ui/spinner.tsx'
import { hub } from '#src/bridge/hub-client.ts'
import { purchaseBook } from '#src/features/billing/told/purchase-book.ts'
import { hubState } from '#src/lib/hub-mirror.ts'
import { subscribe } from '#src/lib/state.ts'
import styles from './pay-result-screen.module.css'
import { followPayResult } from './follow-pay-result.ts'

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
        onEnd: (order, failReason) => void purchaseBook.end(order.payOrderId, failReason),
      }),
    [type, payOrderId],
  )
  return result
}
