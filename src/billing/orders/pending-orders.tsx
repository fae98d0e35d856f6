import { Suspense, useEffect, useState } from 'react'
import { hubState, useSnapshot } from '#src/store/state.ts'
import { lazyPart } from '#src/loading/lazy-part.ts'
import { forgetReservedHeight, reservedHeight } from '#src/browser/reserved-height.ts'

const OrderCards = lazyPart(['checkout'], async () => (await import('./order-cards.tsx')).OrderCards)

/**
 * The cards of the user's open purchases. Their code is loaded only if there are any. Until then, their last height is reserved.
 */
export function PendingOrders() {
  const { billing, identity } = useSnapshot(hubState)
  const [room] = useState(() => reservedHeight('orders'))
  const isKnown = identity !== null
  const isNone = isKnown && billing.orders.length === 0
  useEffect(() => {
    if (isNone) forgetReservedHeight('orders')
  }, [isNone])
  const reserved = room === 0 ? null : <div style={{ blockSize: room }} />
  if (isNone) return null
  if (!isKnown) return reserved
  return (
    <Suspense fallback={reserved}>
      <OrderCards room={room} />
    </Suspense>
  )
}
