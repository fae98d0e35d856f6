import type { ReactElement } from 'react'
import { useCurrentScreen } from '#src/lib/current-screen.ts'
import { AdvertisementHost } from './advertisement-host.tsx'
import { BackToTop } from './back-to-top.tsx'
import { BillingHost } from './billing-host.tsx'
import { CheckoutHost } from './checkout-host.tsx'
import { ConsentHost } from './consent-host.tsx'
import { InstallHost } from './install-host.tsx'
import { KitLanguage } from './kit-language.tsx'
import { LayerPlace } from './layer-place.tsx'
import { LeaveHost } from './leave-host.tsx'
import { LoginHost } from './login-host.tsx'
import { useHomeAfterSubscribing } from './use-home-after-subscribing.ts'

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
