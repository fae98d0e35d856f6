import type { ReactElement } from 'react'
import { useCurrentScreen } from '#src/platform/screen-location.ts'
import { AdvertisementHost } from './advertisement-overlay.tsx'
import { BackToTop } from '../back-to-top.tsx'
import { BillingHost } from './billing-overlay.tsx'
import { CheckoutHost } from './checkout-overlay.tsx'
import { ConsentHost } from './consent-overlay.tsx'
import { InstallHost } from './install-overlay.tsx'
import { KitLanguage } from '../design-language.tsx'
import { LayerPlace } from './overlay-boundary.tsx'
import { LeaveHost } from './leave-overlay.tsx'
import { LoginHost } from './login-overlay.tsx'
import { useHomeAfterSubscribing } from '../home-after-subscribing.ts'

/** In the order in which they lie over each other. */
const PARTS = { KitLanguage, BackToTop, AdvertisementHost, BillingHost, CheckoutHost, LoginHost, LeaveHost, InstallHost, ConsentHost }

/** What stands over the screens once somebody asks for it; nothing of it belongs to the first paint. A crash of one takes no other with it. */
export function LateParts(): ReactElement[] {
  useHomeAfterSubscribing(useCurrentScreen())
  return Object.entries(PARTS).map(([name, Part]) => (
    <LayerPlace key={name}>
      <Part />
    </LayerPlace>
  ))
}
