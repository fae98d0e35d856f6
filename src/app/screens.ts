import type { ComponentType, LazyExoticComponent } from 'react'
import type { RouteName } from '#shared/domain/route-patterns.ts'
import type { ScreenLook } from './screen-look.ts'
import { lazyPart, preloadedPart } from '#src/platform/lazy-part.ts'

export interface Screen extends ScreenLook {
  readonly Page: LazyExoticComponent<ComponentType>
}

const Landing = lazyPart(['landing'], async () => (await import('#src/content/landing/landing-page.tsx')).LandingPage)
const Home = preloadedPart(['home'], async () => (await import('./pages/home-page.tsx')).HomePage)
const ImageToVideo = preloadedPart(['create'], async () => (await import('./pages/image-to-video-page.tsx')).ImageToVideoPage)
const StartEndFrame = preloadedPart(['create'], async () => (await import('./pages/start-end-frame-page.tsx')).StartEndFramePage)
const VideoTemplates = preloadedPart(['create'], async () => (await import('./pages/video-templates-page.tsx')).VideoTemplatesPage)
const CropDemo = lazyPart([], async () => (await import('#src/pictures/crop-demo/crop-demo-page.tsx')).CropDemoPage)
const Creations = preloadedPart(['history'], async () => (await import('./pages/creations-page.tsx')).CreationsPage)
const Explore = preloadedPart(['gallery'], async () => (await import('#src/gallery/explore-page.tsx')).ExplorePage)
const Effects = preloadedPart(['gallery'], async () => (await import('#src/gallery/effects-page.tsx')).EffectsPage)
const VideoDetail = lazyPart([], async () => (await import('#src/viewer/video-detail-page.tsx')).VideoDetailPage)
const Login = lazyPart(['account'], async () => (await import('#src/account/sign-in/login-page.tsx')).LoginPage)
const Signup = lazyPart(['account'], async () => (await import('#src/account/sign-in/signup-page.tsx')).SignupPage)
const Settings = lazyPart(['account', 'billing', 'viewer', 'diagnostics'], async () => {
  const [{ SettingsPage }, { learnChoices }] = await Promise.all([
    import('./pages/settings-page.tsx'),
    import('#src/measurement/privacy-choices.ts'),
  ])
  await learnChoices()
  return SettingsPage
})
const Personal = lazyPart(['account', 'history'], async () => (await import('./pages/personal-page.tsx')).PersonalPage)
const Ledger = lazyPart(['billing'], async () => (await import('#src/billing/histories/ledger-page.tsx')).LedgerPage)
const Receipt = lazyPart(['billing'], async () => (await import('#src/billing/histories/receipt-page.tsx')).ReceiptPage)
const Pricing = lazyPart(['pricing'], async () => (await import('#src/billing/shop/pricing-page.tsx')).PricingPage)
const PaySuccess = lazyPart(['checkout'], async () => (await import('#src/billing/checkout/pay-success-page.tsx')).PaySuccessPage)
const PayCancel = lazyPart(['checkout'], async () => (await import('#src/billing/checkout/pay-cancel-page.tsx')).PayCancelPage)
const Privacy = lazyPart(['legal'], async () => (await import('#src/content/legal/privacy-page.tsx')).PrivacyPage)
const Terms = lazyPart(['legal'], async () => (await import('#src/content/legal/terms-page.tsx')).TermsPage)
const Support = lazyPart(
  ['support', 'newsletter', 'diagnostics'],
  async () => (await import('#src/content/support/support-page.tsx')).SupportPage,
)
const Resource = lazyPart(['resource'], async () => (await import('#src/content/articles/resource-page.tsx')).ResourcePage)
const Topic = lazyPart(['resource'], async () => (await import('./pages/topic-page.tsx')).TopicPage)
const NotFound = lazyPart([], async () => (await import('./pages/not-found-page.tsx')).NotFoundPage)

/** Every route's screen and layout. */
export const SCREENS: Record<RouteName, Screen> = {
  landing: { Page: Landing, layout: 'default' },
  index: { Page: Landing, layout: 'default' },
  home: { Page: Home, layout: 'home' },
  login: { Page: Login, layout: 'no-login' },
  signup: { Page: Signup, layout: 'no-login' },
  pricing: { Page: Pricing, layout: 'default' },
  support: { Page: Support, layout: 'default' },
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
  resource: { Page: Resource, layout: 'default' },
  resourceDetail: { Page: Topic, layout: 'default' },
  privacy: { Page: Privacy, layout: 'pure' },
  terms: { Page: Terms, layout: 'pure' },
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
