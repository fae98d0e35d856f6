import type { ComponentType, ReactElement } from 'react'
import { Suspense, useEffect } from 'react'
import { useLocation } from 'wouter'
import type { BillingLayer } from '#src/billing/billing-dialogs.ts'
import { billingDialogs, closeHistory, resetBilling, billingLayers } from '#src/billing/billing-dialogs.ts'
import { lazyPart } from '#src/platform/lazy-part.ts'
import { useSnapshot } from '#src/platform/state.ts'
import { LayerPlace } from './overlay-boundary.tsx'

const DIALOGS: Record<BillingLayer, ComponentType> = {
  subscription: lazyPart(['pricing'], async () => (await import('#src/billing/shop/subscription-dialog.tsx')).SubscriptionDialog),
  credits: lazyPart(['pricing'], async () => (await import('#src/billing/shop/credits-dialog.tsx')).CreditsDialog),
  history: lazyPart(['billing'], async () => (await import('#src/billing/histories/history-dialog.tsx')).HistoryDialog),
}

/** The one place where dialogs about money stand; none outlives a route. */
export function BillingHost(): ReactElement {
  const [path] = useLocation()
  return <HostOfScreen key={path} />
}

/** Each waits for itself: one that is still loading must not hide another. */
function HostOfScreen(): ReactElement {
  const layers = billingLayers(useSnapshot(billingDialogs))
  useEffect(() => resetBilling, [])
  return (
    <>
      {layers.map(({ dialog, layer }) => {
        const BillingDialog = DIALOGS[dialog]
        return (
          <div key={dialog} style={{ position: 'relative', zIndex: layer }}>
            <LayerPlace putAway={dialog === 'history' ? closeHistory : resetBilling}>
              <Suspense>
                <BillingDialog />
              </Suspense>
            </LayerPlace>
          </div>
        )
      })}
    </>
  )
}
