import type { ReactElement } from 'react'
import { Suspense } from 'react'
import { hubState } from '#src/lib/hub-mirror.ts'
import { lazyPart } from '#src/lib/lazy-part.ts'
import { useSnapshot } from '#src/lib/state.ts'

const OrderCards = lazyPart(['checkout'], async () => (await import('#src/features/billing/orders/order-cards.tsx')).OrderCards)

/** Purchases that wait for something, where people look; nothing is loaded without one. */
export function PendingOrders(): ReactElement | null {
  const { orders } = useSnapshot(hubState).billing
  if (orders.length === 0) return null
  return (
    <Suspense>
      <OrderCards />
    </Suspense>
  )
}
