import type { ComponentType, LazyExoticComponent } from 'react'
import type { RouteName } from '#shared/domain/route-patterns.ts'
import type { ScreenLook } from './screen-look.ts'
import { lazy } from 'react'
import { loadUntilThere } from '#src/lib/load-until-there.ts'
import { loadWithTexts } from '#src/lib/load-with-texts.ts'

export interface Screen extends ScreenLook {
  readonly Page: LazyExoticComponent<ComponentType>
}

const Landing = lazy(() => loadWithTexts('landing', async () => ({ default: (await import('#src/pages/landing-page.tsx')).LandingPage })))
const Home = lazy(() => loadWithTexts('home', async () => ({ default: (await import('#src/pages/home-page.tsx')).HomePage })))
const ImageToVideo = lazy(() =>
  loadWithTexts('create', async () => ({ default: (await import('#src/pages/image-to-video-page.tsx')).ImageToVideoPage })),
)
const StartEndFrame = lazy(() =>
  loadWithTexts('create', async () => ({ default: (await import('#src/pages/start-end-frame-page.tsx')).StartEndFramePage })),
)
const VideoTemplates = lazy(() =>
  loadWithTexts('create', async () => ({ default: (await import('#src/pages/video-templates-page.tsx')).VideoTemplatesPage })),
)
const CropDemo = lazy(() => loadUntilThere(async () => ({ default: (await import('#src/pages/crop-demo-page.tsx')).CropDemoPage })))
const Creations = lazy(() =>
  loadWithTexts('history', async () => ({ default: (await import('#src/pages/creations-page.tsx')).CreationsPage })),
)
const Explore = lazy(() => loadWithTexts('gallery', async () => ({ default: (await import('#src/pages/explore-page.tsx')).ExplorePage })))
const Effects = lazy(() => loadWithTexts('gallery', async () => ({ default: (await import('#src/pages/effects-page.tsx')).EffectsPage })))
const VideoDetail = lazy(() =>
  loadUntilThere(async () => ({ default: (await import('#src/pages/video-detail-page.tsx')).VideoDetailPage })),
)
const Login = lazy(() => loadWithTexts('account', async () => ({ default: (await import('#src/pages/login-page.tsx')).LoginPage })))
const Signup = lazy(() => loadWithTexts('account', async () => ({ default: (await import('#src/pages/signup-page.tsx')).SignupPage })))
const Settings = lazy(() =>
  loadWithTexts('account', () =>
    loadWithTexts('billing', async () => ({ default: (await import('#src/pages/settings-page.tsx')).SettingsPage })),
  ),
)
const Personal = lazy(() =>
  loadWithTexts('account', () =>
    loadWithTexts('history', async () => ({ default: (await import('#src/pages/personal-page.tsx')).PersonalPage })),
  ),
)
const Ledger = lazy(() => loadWithTexts('billing', async () => ({ default: (await import('#src/pages/ledger-page.tsx')).LedgerPage })))
const Receipt = lazy(() => loadWithTexts('billing', async () => ({ default: (await import('#src/pages/receipt-page.tsx')).ReceiptPage })))
const Pricing = lazy(() => loadWithTexts('pricing', async () => ({ default: (await import('#src/pages/pricing-page.tsx')).PricingPage })))
const PaySuccess = lazy(() =>
  loadWithTexts('checkout', async () => ({ default: (await import('#src/pages/pay-success-page.tsx')).PaySuccessPage })),
)
const PayCancel = lazy(() =>
  loadWithTexts('checkout', async () => ({ default: (await import('#src/pages/pay-cancel-page.tsx')).PayCancelPage })),
)
const NotBuilt = lazy(() => loadUntilThere(async () => ({ default: (await import('#src/pages/not-built-page.tsx')).NotBuiltPage })))
const NotFound = lazy(() => loadUntilThere(async () => ({ default: (await import('#src/pages/not-found-page.tsx')).NotFoundPage })))

/** Every route's screen and layout. */
export const SCREENS: Record<RouteName, Screen> = {
  landing: { Page: Landing, layout: 'default' },
  index: { Page: Landing, layout: 'default' },
  home: { Page: Home, layout: 'home' },
  login: { Page: Login, layout: 'no-login' },
  signup: { Page: Signup, layout: 'no-login' },
  pricing: { Page: Pricing, layout: 'default' },
  support: { Page: NotBuilt, layout: 'default' },
  demoCrop: { Page: CropDemo, layout: 'default' },
  settings: { Page: Settings, layout: 'home' },
  creations: { Page: Creations, layout: 'home' },
  ledger: { Page: Ledger, layout: 'home' },
  receipt: { Page: Receipt, layout: 'pure' },
  personal: { Page: Personal, layout: 'home' },
  paySuccess: { Page: PaySuccess, layout: 'none', theme: 'dark', hasDeepBackdrop: true },
  payCancel: { Page: PayCancel, layout: 'none', theme: 'dark', hasDeepBackdrop: true },
  explore: { Page: Explore, layout: 'home' },
  exploreDetail: { Page: Explore, layout: 'home' },
  resource: { Page: NotBuilt, layout: 'default' },
  resourceDetail: { Page: NotBuilt, layout: 'default' },
  privacy: { Page: NotBuilt, layout: 'pure' },
  terms: { Page: NotBuilt, layout: 'pure' },
  effects: { Page: Effects, layout: 'home' },
  effectDetail: { Page: Effects, layout: 'tools' },
  startEnd: { Page: StartEndFrame, layout: 'tools' },
  startEndDetail: { Page: StartEndFrame, layout: 'tools' },
  templates: { Page: VideoTemplates, layout: 'tools' },
  templateDetail: { Page: VideoTemplates, layout: 'tools' },
  imageToVideo: { Page: ImageToVideo, layout: 'tools' },
  imageToVideoDetail: { Page: ImageToVideo, layout: 'tools' },
  videoDetail: { Page: VideoDetail, layout: 'pure' },
}

export const NOT_FOUND_SCREEN: Screen = { Page: NotFound, layout: 'pure' }
