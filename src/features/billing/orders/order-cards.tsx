import type { ReactElement } from 'react'
import { useCatalogue } from '#src/features/billing/catalogue/catalogue.ts'
import { checkoutState } from '#src/features/billing/checkout/checkout-state.ts'
import { hubState } from '#src/lib/hub-mirror.ts'
import { keepRoom } from '#src/lib/kept-room.ts'
import { useText } from '#src/lib/i18n.ts'
import { useSnapshot } from '#src/lib/state.ts'
import { OrderCard } from './order-card.tsx'
import styles from './order-cards.module.css'
import { shownOrders } from './shown-orders.ts'
import { skuName } from './sku-name.ts'

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
