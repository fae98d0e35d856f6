import type { ReactElement } from 'react'
import { Suspense } from 'react'
import { checkoutState } from '#src/billing/checkout/checkout-state.ts'
import { lazyPart } from '#src/platform/lazy-part.ts'
import { useSnapshot } from '#src/platform/state.ts'
import { LayerPlace } from './overlay-boundary.tsx'

const CheckoutLayer = lazyPart(['checkout'], async () => (await import('#src/billing/checkout/checkout-layer.tsx')).CheckoutLayer)

/** The one place where the checkout stands. It outlives a route: a new member is led away from the prices while it is open. */
export function CheckoutHost(): ReactElement | null {
  const { view } = useSnapshot(checkoutState)
  if (view === null) return null
  return (
    <LayerPlace key={view.kind} putAway={() => void breakOff()}>
      <Suspense>
        <CheckoutLayer />
      </Suspense>
    </LayerPlace>
  )
}

/** Whatever was shown had this loaded already. */
async function breakOff(): Promise<void> {
  const { checkout } = await import('#src/billing/checkout/start-purchase.ts')
  checkout.breakOff()
}
