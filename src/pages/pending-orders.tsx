import type { ReactElement } from 'react'
import { Suspense, useEffect, useState } from 'react'
import { hubState } from '#src/lib/hub-mirror.ts'
import { lazyPart } from '#src/lib/lazy-part.ts'
import { forgetRoom, keptRoom } from '#src/lib/kept-room.ts'
import { useSnapshot } from '#src/lib/state.ts'

const OrderCards = lazyPart(['checkout'], async () => (await import('#src/features/billing/orders/order-cards.tsx')).OrderCards)

/** Purchases that wait for something, where people look; nothing is loaded without one. Until they are known they have the room they had last. */
export function PendingOrders(): ReactElement | null {
  const { billing, identity } = useSnapshot(hubState)
  const [room] = useState(() => keptRoom('orders'))
  const isHeard = identity !== null
  const isNone = isHeard && billing.orders.length === 0
  useEffect(() => {
    if (isNone) forgetRoom('orders')
  }, [isNone])
  const kept = room === 0 ? null : <div style={{ blockSize: room }} />
  if (isNone) return null
  if (!isHeard) return kept
  return (
    <Suspense fallback={kept}>
      <OrderCards room={room} />
    </Suspense>
  )
}
