import { Suspense, useEffect } from 'react'
import type { RouteName } from '#shared/domain/screens.ts'
import { closeLogin, loginState } from '#src/account/login-dialog-state.ts'
import { leaveState } from '#src/account/leave-state.ts'
import { type BillingLayer, billingDialogs, billingLayers, closeHistory, resetBilling } from '#src/billing/billing-dialogs.ts'
import { checkoutState } from '#src/billing/checkout/checkout-state.ts'
import { advertisementState, closeAdvertisement } from '#src/content/advertisement/advertisement-state.ts'
import { closeEditor, editorState } from '#src/editing/editor-state.ts'
import { consentQuestion } from '#src/measurement/consent-question.ts'
import { closeInstallSteps, installState } from '#src/offline/install/install-app.ts'
import { lazyPart } from '#src/loading/lazy-part.ts'
import { useLocation, useCurrentScreen, useIsCovered } from '#src/routing/routes.ts'
import { useSnapshot } from '#src/store/state.ts'
import { BackToTop } from '../back-to-top.tsx'
import { useHomeAfterSubscribing } from '../home-after-subscribing.ts'
import { OverlayBoundary } from '../error-boundary.tsx'
import { DesignLanguage } from '#src/app/design-language.tsx'

interface Overlay<State extends object = object> {
  readonly name: string
  readonly state: State
  /**
   * The key and the layer of the open overlay; null while it is closed. A new key remounts the overlay; a higher layer is above the
   * others.
   */
  readonly open: (state: State, screen: RouteName | undefined) => { readonly key: string; readonly layer?: number } | null
  readonly Part: React.ComponentType
  /**
   * What closes the overlay automatically. `screen`: another screen. `viewer`: another screen, or a viewer that opens or closes.
   * `page`: nothing.
   */
  readonly livesWith: 'screen' | 'viewer' | 'page'
  /** Closes an overlay that the user opened. Missing for an overlay that opens automatically. */
  readonly close?: () => void
}

/** Screens on which the consent banner may appear. Screens with a form, a selection or a payment never show it. */
const CONSENT_SCREENS: ReadonlySet<RouteName> = new Set<RouteName>([
  'landing',
  'index',
  'home',
  'explore',
  'effects',
  'support',
  'resource',
  'resourceDetail',
])

/** All overlays, lowest z-order first. */
const OVERLAYS = [
  row({
    name: 'advertisement',
    state: advertisementState,
    open: ({ isOpen }) => whenOpen(isOpen),
    Part: lazyPart(
      ['advertisement'],
      async () => (await import('#src/content/advertisement/advertisement-dialog.tsx')).AdvertisementDialog,
    ),
    livesWith: 'screen',
    close: closeAdvertisement,
  }),
  row({
    name: 'editor',
    state: editorState,
    open: ({ opened }) => (opened === null ? null : { key: opened.creation.id }),
    Part: lazyPart(['editing'], async () => (await import('#src/editing/editor-dialog.tsx')).EditorOverlay),
    livesWith: 'viewer',
    close: closeEditor,
  }),
  row({
    name: 'plans',
    state: billingDialogs,
    open: (dialogs) => billingLayer(dialogs, 'subscription'),
    Part: lazyPart(['pricing'], async () => (await import('#src/billing/shop/subscription-dialog.tsx')).SubscriptionDialog),
    livesWith: 'screen',
    close: resetBilling,
  }),
  row({
    name: 'points',
    state: billingDialogs,
    open: (dialogs) => billingLayer(dialogs, 'credits'),
    Part: lazyPart(['pricing'], async () => (await import('#src/billing/shop/credits-dialog.tsx')).CreditsDialog),
    livesWith: 'screen',
    close: resetBilling,
  }),
  row({
    name: 'payment history',
    state: billingDialogs,
    open: (dialogs) => billingLayer(dialogs, 'history'),
    Part: lazyPart(['billing', 'plan'], async () => (await import('#src/billing/histories/history-dialog.tsx')).HistoryDialog),
    livesWith: 'screen',
    close: closeHistory,
  }),
  row({
    name: 'checkout',
    state: checkoutState,
    open: ({ view }) => (view === null ? null : { key: view.kind }),
    Part: lazyPart(['checkout'], async () => (await import('#src/billing/checkout/checkout-layer.tsx')).CheckoutLayer),
    // After a payment, a new member is redirected from the pricing page while the checkout is still open.
    livesWith: 'page',
    close: () => void breakOffCheckout(),
  }),
  row({
    name: 'login',
    state: loginState,
    open: ({ isOpen }) => whenOpen(isOpen),
    Part: lazyPart(['account'], async () => (await import('#src/account/sign-in/login-dialog.tsx')).LoginDialog),
    livesWith: 'viewer',
    close: () => closeLogin(false),
  }),
  row({
    name: 'logout with unsent work',
    state: leaveState,
    open: ({ isAsking }) => whenOpen(isAsking),
    Part: lazyPart(['account'], async () => (await import('#src/account/session/leave-dialog.tsx')).LeaveDialog),
    livesWith: 'screen',
    close: () => (leaveState.isAsking = false),
  }),
  row({
    name: 'installation by hand',
    state: installState,
    open: ({ isShowingSteps }) => whenOpen(isShowingSteps),
    Part: lazyPart(['install'], async () => (await import('#src/offline/install/install-dialog.tsx')).InstallDialog),
    livesWith: 'screen',
    close: closeInstallSteps,
  }),
  row({
    name: 'consent',
    state: consentQuestion,
    open: ({ isOpen }, screen) => whenOpen(isOpen && screen !== undefined && CONSENT_SCREENS.has(screen)),
    Part: lazyPart(['consent'], async () => (await import('#src/measurement/consent-banner.tsx')).ConsentBanner),
    livesWith: 'page',
  }),
]

/** All overlays. Each one loads on demand and is not part of the first paint. If one crashes, the others continue. */
export function Overlays() {
  useHomeAfterSubscribing(useCurrentScreen())
  return (
    <>
      <OverlayBoundary>
        <DesignLanguage />
      </OverlayBoundary>
      <OverlayBoundary>
        <BackToTop />
      </OverlayBoundary>
      {OVERLAYS.map((overlay) => (
        <OverlayBoundary key={overlay.name}>
          <OverlayContainer overlay={overlay} />
        </OverlayBoundary>
      ))}
    </>
  )
}

/** Remounts an overlay when its key changes, for example on another screen. The unmount closes the overlay. */
function OverlayContainer({ overlay }: { readonly overlay: Overlay }) {
  const [path] = useLocation()
  const isCovered = useIsCovered()
  const keys = { screen: path, viewer: `${path} ${isCovered ? 'covered' : 'bare'}`, page: '' }
  return <OpenOverlay key={keys[overlay.livesWith]} overlay={overlay} />
}

function OpenOverlay({ overlay }: { readonly overlay: Overlay }) {
  const { Part, close, livesWith } = overlay
  const openState = overlay.open(useSnapshot(overlay.state), useCurrentScreen())
  useEffect(() => (livesWith === 'page' ? undefined : close), [livesWith, close])
  if (openState === null) return null
  const part = (
    <OverlayBoundary key={openState.key} close={close}>
      <Suspense>
        <Part />
      </Suspense>
    </OverlayBoundary>
  )
  return openState.layer === undefined ? part : <div style={{ position: 'relative', zIndex: openState.layer }}>{part}</div>
}

/** Hides the state type of one row, because the list has rows with different state types. */
function row<State extends object>(overlay: Overlay<State>): Overlay {
  return overlay as unknown as Overlay
}

function whenOpen(isOpen: boolean): { readonly key: string } | null {
  return isOpen ? { key: 'open' } : null
}

function billingLayer(
  dialogs: Parameters<typeof billingLayers>[0],
  dialog: BillingLayer,
): { readonly key: string; readonly layer: number } | null {
  const openLayer = billingLayers(dialogs).find((each) => each.dialog === dialog)
  return openLayer === undefined ? null : { key: dialog, layer: openLayer.layer }
}

/** Ends the open checkout. Its code is already loaded if a checkout was shown. */
async function breakOffCheckout(): Promise<void> {
  const { checkout } = await import('#src/billing/checkout/start-purchase.ts')
  checkout.breakOff()
}
