import { RowBoundary } from '#src/design/row-boundary.tsx'
import { useState } from 'react'
import { hubState, useSnapshot } from '#src/store/state.ts'
import { storeReservedHeight } from '#src/browser/reserved-height.ts'
import { useText } from '#src/i18n/i18n.ts'
import type { OrderState, PendingOrder } from '#shared/contract/billing-contract.ts'
import { type IconName, Icon } from '#src/design/icon.tsx'
import { PENDING_ORDER_POLL_LIMIT_MS } from '#shared/domain/purchase-polling.ts'
import { dateAndTime } from '#shared/domain/relative-time.ts'
import { TRIAL_SKU } from '#shared/domain/sku-rules.ts'
import { useNow } from '#src/i18n/use-now.ts'
import { Spinner } from '#src/design/loading.tsx'
import { Button } from '#src/design/button.tsx'
import { useCatalogue } from '../catalogue.ts'
import { checkoutState } from '../checkout/checkout-state.ts'
import { successWords } from '../checkout/result-note.ts'
import { formatMoney } from '#shared/domain/currencies.ts'
import { continuePurchase, repeatPurchase } from '../checkout/start-purchase.ts'
import styles from './order-cards.module.css'
import { shownOrders, skuName, orderAge, dismissOrder } from './shown-orders.ts'

const storeHeight = (cards: HTMLElement | null) => storeReservedHeight('orders', cards)

interface OrderCardsProps {
  /** The height that is reserved until the names of the products are loaded, in px. */
  readonly reservedPx: number
}

export function OrderCards({ reservedPx }: OrderCardsProps) {
  const text = useText()
  const { pages } = useCatalogue()
  const { orders } = useSnapshot(hubState).billing
  const { shownOrderId } = useSnapshot(checkoutState)
  const visibleOrders = shownOrders(orders, shownOrderId)
  if (visibleOrders.length === 0) return null
  return (
    <section
      ref={storeHeight}
      style={{ minBlockSize: pages === null ? reservedPx : undefined }}
      aria-label={text('checkout.order.section')}
    >
      <ul className={styles['cards']}>
        {visibleOrders.map((order) => (
          <RowBoundary key={order.payOrderId} row={order}>
            <li>
              <OrderCard order={order} name={skuName(pages, order.skuId, text('checkout.points'))} />
            </li>
          </RowBoundary>
        ))}
      </ul>
    </section>
  )
}

/** The states in which the user can't dismiss a card: without the card, the user would not see how the payment ends. */
const NOT_DISMISSIBLE: ReadonlySet<OrderState> = new Set(['confirming', 'late'])

const ICONS: Readonly<Record<OrderState, IconName | null>> = {
  waiting: 'gem',
  confirming: null,
  late: 'bell',
  success: 'check',
  failed: 'alert',
  closed: 'close',
}

interface OrderCardProps {
  readonly order: PendingOrder
  readonly name: string
}

/** The card of an open or ended order: its state, whether money was charged, and what the user can do. */
export function OrderCard({ order, name }: OrderCardProps) {
  const text = useText()
  const nowMs = useNow()
  const { state, createdAtMs, payOrderId, skuType, amountCents, currencyCode } = order
  const pollEndText = dateAndTime(createdAtMs + PENDING_ORDER_POLL_LIMIT_MS)
  const price = formatMoney(amountCents, currencyCode)
  const icon = ICONS[state]
  const isTrialStart = state === 'success' && skuType === TRIAL_SKU
  return (
    <article className={styles['card']} data-state={state}>
      <span className={styles['sign']}>{icon === null ? <Spinner /> : <Icon name={icon} />}</span>
      <div className={styles['words']}>
        <div className={styles['status']} aria-live="polite">
          <h3 className={styles['title']}>{state === 'success' ? successWords(skuType, name) : text(`checkout.order.${state}`)}</h3>
          <p className={styles['hint']}>
            {text(isTrialStart ? 'checkout.successTrialHint' : `checkout.order.${state}Hint`, { until: pollEndText })}
          </p>
        </div>
        <p className={styles['facts']}>
          {name === '' ? price : text('checkout.price', { name, price })} · {orderAge(createdAtMs, nowMs)} ·{' '}
          <span className={styles['id']}>{text('checkout.late.order', { id: payOrderId })}</span>
        </p>
      </div>
      <OrderActions order={order} name={name} />
    </article>
  )
}

function OrderActions({ order, name }: { readonly order: PendingOrder; readonly name: string }) {
  const text = useText()
  const [isBusy, setBusy] = useState(false)
  const { state } = order
  if (NOT_DISMISSIBLE.has(state)) return null
  const continueOrRepeat = async () => {
    setBusy(true)
    await (state === 'waiting' ? continuePurchase(order, name) : repeatPurchase(order, name))
    setBusy(false)
  }
  return (
    <div className={styles['actions']}>
      {state !== 'success' && (
        <Button isBusy={isBusy} onClick={() => void continueOrRepeat()}>
          {text(state === 'waiting' ? 'checkout.order.goOn' : 'checkout.order.again')}
        </Button>
      )}
      <Button variant="plain" onClick={() => void dismissOrder(order)}>
        {text(state === 'success' ? 'checkout.ok' : 'checkout.order.dismiss')}
      </Button>
    </div>
  )
}
