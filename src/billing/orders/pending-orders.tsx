import { Suspense, useEffect, useState } from 'react'
import { hubState, useSnapshot } from '#src/store/state.ts'
import { lazyPart } from '#src/loading/lazy-part.ts'
import { forgetReservedHeight, reservedHeight } from '#src/browser/reserved-height.ts'

const OrderCards = lazyPart(['checkout'], async () => (await import('./order-cards.tsx')).OrderCards)

/**
 * The cards of the user's open purchases. Their code is loaded only if there are any. Until the cards are rendered, their last height is
 * reserved.
 */
export function PendingOrders() {
  const { billing, identity } = useSnapshot(hubState)
  const [reservedPx] = useState(() => reservedHeight('orders'))
  const areOrdersKnown = identity !== null
  const hasNoOrders = areOrdersKnown && billing.orders.length === 0
  useEffect(() => {
    if (hasNoOrders) forgetReservedHeight('orders')
  }, [hasNoOrders])
  const placeholder = reservedPx === 0 ? null : <div style={{ blockSize: reservedPx }} />
  if (hasNoOrders) return null
  if (!areOrdersKnown) return placeholder
  return (
    <Suspense fallback={placeholder}>
      <OrderCards reservedPx={reservedPx} />
    </Suspense>
  )
}
