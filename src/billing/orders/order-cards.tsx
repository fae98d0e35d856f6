import type { ReactElement } from 'react'
import { useCatalogue } from '../catalogue.ts'
import { checkoutState } from '../checkout/checkout-state.ts'
import { hubState } from '#src/platform/hub-state.ts'
import { keepRoom } from '#src/platform/reserved-height.ts'
import { useText } from '#src/platform/i18n.ts'
import { useSnapshot } from '#src/platform/state.ts'
import { OrderCard } from './order-card.tsx'
import styles from './order-cards.module.css'
import { shownOrders, skuName } from './shown-orders.ts'

const keepHeight = (cards: HTMLElement | null) => keepRoom('orders', cards)

interface OrderCardsProps {
  /** The least height until what was bought has its name, in px. */
  readonly room: number
}

/** Purchases that are not over, and ends nobody has seen yet; all tabs show the same. */
export function OrderCards({ room }: OrderCardsProps): ReactElement | null {
  const text = useText()
  const { pages } = useCatalogue()
  const { orders } = useSnapshot(hubState).billing
  const { toldId } = useSnapshot(checkoutState)
  const shown = shownOrders(orders, toldId)
  if (shown.length === 0) return null
  return (
    <section ref={keepHeight} style={{ minBlockSize: pages === null ? room : undefined }} aria-label={text('checkout.order.section')}>
      <ul className={styles['cards']}>
        {shown.map((order) => (
          <li key={order.payOrderId}>
            <OrderCard order={order} name={skuName(pages, order.skuId, text('checkout.points'))} />
          </li>
        ))}
      </ul>
    </section>
  )
}
