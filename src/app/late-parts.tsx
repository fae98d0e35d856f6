import type { ReactElement } from 'react'
import { useCurrentScreen } from '#src/lib/current-screen.ts'
import { AdvertisementHost } from './advertisement-host.tsx'
import { BackToTop } from './back-to-top.tsx'
import { BillingHost } from './billing-host.tsx'
import { CheckoutHost } from './checkout-host.tsx'
import { ConsentHost } from './consent-host.tsx'
import { KitLanguage } from './kit-language.tsx'
import { LeaveHost } from './leave-host.tsx'
import { LoginHost } from './login-host.tsx'
import { useHomeAfterSubscribing } from './use-home-after-subscribing.ts'

/** What stands over the screens once somebody asks for it; nothing of it belongs to the first paint. */
export function LateParts(): ReactElement {
  useHomeAfterSubscribing(useCurrentScreen())
  return (
    <>
      <KitLanguage />
      <BackToTop />
      <AdvertisementHost />
      <BillingHost />
      <CheckoutHost />
      <LoginHost />
      <LeaveHost />
      <ConsentHost />
    </>
  )
}
