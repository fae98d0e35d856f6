import type { ComponentType, LazyExoticComponent } from 'react'
import type { RouteName } from '#shared/domain/route-patterns.ts'
import type { ScreenLook } from './screen-look.ts'
import { lazy } from 'react'
import { loadWithTexts } from '#src/lib/load-with-texts.ts'

export interface Screen extends ScreenLook {
  readonly Page: LazyExoticComponent<ComponentType>
}

const Landing = lazy(async () => ({ default: (await import('#src/pages/landing-page.tsx')).LandingPage }))
const Home = lazy(async () => ({ default: (await import('#src/pages/home-page.tsx')).HomePage }))
const ImageToVideo = lazy(() =>
  loadWithTexts('create', async () => ({ default: (await import('#src/pages/image-to-video-page.tsx')).ImageToVideoPage })),
)
const StartEndFrame = lazy(() =>
  loadWithTexts('create', async () => ({ default: (await import('#src/pages/start-end-frame-page.tsx')).StartEndFramePage })),
)
const VideoTemplates = lazy(() =>
  loadWithTexts('create', async () => ({ default: (await import('#src/pages/video-templates-page.tsx')).VideoTemplatesPage })),
)
const CropDemo = lazy(async () => ({ default: (await import('#src/pages/crop-demo-page.tsx')).CropDemoPage }))
const Creations = lazy(() =>
  loadWithTexts('history', async () => ({ default: (await import('#src/pages/creations-page.tsx')).CreationsPage })),
)
const Explore = lazy(() => loadWithTexts('gallery', async () => ({ default: (await import('#src/pages/explore-page.tsx')).ExplorePage })))
const Effects = lazy(() => loadWithTexts('gallery', async () => ({ default: (await import('#src/pages/effects-page.tsx')).EffectsPage })))
const VideoDetail = lazy(async () => ({ default: (await import('#src/pages/video-detail-page.tsx')).VideoDetailPage }))
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
const NotBuilt = lazy(async () => ({ default: (await import('#src/pages/not-built-page.tsx')).NotBuiltPage }))
const NotFound = lazy(async () => ({ default: (await import('#src/pages/not-found-page.tsx')).NotFoundPage }))

/** Every route's screen, layout and title. */
export const SCREENS: Record<RouteName, Screen> = {
  landing: { Page: Landing, layout: 'default', title: 'title.landing' },
  index: { Page: Landing, layout: 'default', title: 'title.landing' },
  home: { Page: Home, layout: 'home', title: 'title.home' },
  login: { Page: Login, layout: 'no-login', title: 'title.login' },
  signup: { Page: Signup, layout: 'no-login', title: 'title.signup' },
  pricing: { Page: Pricing, layout: 'default', title: 'title.pricing' },
  support: { Page: NotBuilt, layout: 'default', title: 'title.support' },
  demoCrop: { Page: CropDemo, layout: 'default', title: 'title.demoCrop' },
  settings: { Page: Settings, layout: 'home', title: 'title.settings' },
  creations: { Page: Creations, layout: 'home', title: 'title.creations' },
  ledger: { Page: Ledger, layout: 'home', title: 'title.ledger' },
  receipt: { Page: Receipt, layout: 'pure', title: 'title.receipt' },
  personal: { Page: Personal, layout: 'home', title: 'title.personal' },
  paySuccess: { Page: PaySuccess, layout: 'none', title: 'title.paySuccess', theme: 'dark', hasDeepBackdrop: true },
  payCancel: { Page: PayCancel, layout: 'none', title: 'title.payCancel', theme: 'dark', hasDeepBackdrop: true },
  explore: { Page: Explore, layout: 'home', title: 'title.explore' },
  exploreDetail: { Page: Explore, layout: 'home', title: 'title.explore' },
  resource: { Page: NotBuilt, layout: 'default', title: 'title.resource' },
  resourceDetail: { Page: NotBuilt, layout: 'default', title: 'title.resource' },
  privacy: { Page: NotBuilt, layout: 'pure', title: 'title.privacy' },
  terms: { Page: NotBuilt, layout: 'pure', title: 'title.terms' },
  effects: { Page: Effects, layout: 'home', title: 'title.effects' },
  effectDetail: { Page: Effects, layout: 'tools', title: 'title.effects' },
  startEnd: { Page: StartEndFrame, layout: 'tools', title: 'title.startEnd' },
  startEndDetail: { Page: StartEndFrame, layout: 'tools', title: 'title.startEnd' },
  templates: { Page: VideoTemplates, layout: 'tools', title: 'title.templates' },
  templateDetail: { Page: VideoTemplates, layout: 'tools', title: 'title.templates' },
  imageToVideo: { Page: ImageToVideo, layout: 'tools', title: 'title.imageToVideo' },
  imageToVideoDetail: { Page: ImageToVideo, layout: 'tools', title: 'title.imageToVideo' },
  videoDetail: { Page: VideoDetail, layout: 'pure', title: 'title.explore' },
}

export const NOT_FOUND_SCREEN: Screen = { Page: NotFound, layout: 'pure', title: 'title.notFound' }
