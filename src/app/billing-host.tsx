import type { ComponentType, ReactElement } from 'react'
import { Suspense, useEffect } from 'react'
import { useLocation } from 'wouter'
import type { BillingLayer } from '#src/lib/billing-interplay.ts'
import { billingDialogs, closeHistory, resetBilling } from '#src/lib/billing-dialogs.ts'
import { billingLayers } from '#src/lib/billing-interplay.ts'
import { lazyPart } from '#src/lib/lazy-part.ts'
import { useSnapshot } from '#src/lib/state.ts'
import { LayerPlace } from './layer-place.tsx'

const DIALOGS: Record<BillingLayer, ComponentType> = {
  subscription: lazyPart(
    ['pricing'],
    async () => (await import('#src/features/billing/dialogs/subscription-dialog.tsx')).SubscriptionDialog,
  ),
  credits: lazyPart(['pricing'], async () => (await import('#src/features/billing/dialogs/credits-dialog.tsx')).CreditsDialog),
  history: lazyPart(['billing'], async () => (await import('#src/features/billing/history/history-dialog.tsx')).HistoryDialog),
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
