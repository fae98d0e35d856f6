import type { RouteName } from '#shared/domain/screens.ts'
import { lazyPart, preloadedPart } from '#src/loading/lazy-part.ts'

type ScreenComponent = React.LazyExoticComponent<React.ComponentType>

const Landing = lazyPart(['landing'], async () => (await import('#src/content/landing/landing-page.tsx')).LandingPage)
const Home = preloadedPart(['home'], async () => (await import('./pages/home-page.tsx')).HomePage)
const ImageToVideo = preloadedPart(['create'], async () => (await import('./pages/tool-page.tsx')).ImageToVideoPage)
const StartEndFrame = preloadedPart(['create'], async () => (await import('./pages/tool-page.tsx')).StartEndFramePage)
const VideoTemplates = preloadedPart(['create'], async () => (await import('./pages/tool-page.tsx')).VideoTemplatesPage)
const CropDemo = lazyPart([], async () => (await import('#src/pictures/crop-demo/crop-demo-page.tsx')).CropDemoPage)
const Creations = preloadedPart(['history'], async () => (await import('./pages/creations-page.tsx')).CreationsPage)
const Explore = preloadedPart(['gallery'], async () => (await import('#src/gallery/gallery.tsx')).ExplorePage)
const Effects = preloadedPart(['gallery'], async () => (await import('#src/gallery/gallery.tsx')).EffectsPage)
const VideoDetail = lazyPart([], async () => (await import('#src/viewer/video-detail-page.tsx')).VideoDetailPage)
const Login = lazyPart(['account'], async () => (await import('#src/account/sign-in/sign-in-screen.tsx')).LoginPage)
const Signup = lazyPart(['account'], async () => (await import('#src/account/sign-in/sign-in-screen.tsx')).SignupPage)
const Settings = lazyPart(['account', 'billing', 'plan', 'viewer', 'diagnostics'], async () => {
  const [{ SettingsPage, loadNamedSection }, { learnChoices }] = await Promise.all([
    import('./pages/settings-page.tsx'),
    import('#src/measurement/privacy-choices.ts'),
  ])
  await Promise.all([learnChoices(), loadNamedSection()])
  return SettingsPage
})
const Personal = lazyPart(['account', 'history'], async () => (await import('./pages/personal-page.tsx')).PersonalPage)
const Ledger = lazyPart(['billing'], async () => (await import('#src/billing/histories/ledger-page.tsx')).LedgerPage)
const Receipt = lazyPart(['billing'], async () => (await import('#src/billing/histories/receipt-page.tsx')).ReceiptPage)
const Pricing = lazyPart(['pricing'], async () => (await import('#src/billing/shop/pricing-page.tsx')).PricingPage)
const PaySuccess = lazyPart(['checkout'], async () => (await import('#src/billing/checkout/pay-result-screen.tsx')).PaySuccessPage)
const PayCancel = lazyPart(['checkout'], async () => (await import('#src/billing/checkout/pay-result-screen.tsx')).PayCancelPage)
const Privacy = lazyPart(['legal'], async () => (await import('#src/content/legal/privacy-page.tsx')).PrivacyPage)
const Terms = lazyPart(['legal'], async () => (await import('#src/content/legal/terms-page.tsx')).TermsPage)
const Support = lazyPart(
  ['support', 'newsletter', 'diagnostics'],
  async () => (await import('#src/content/support/support-page.tsx')).SupportPage,
)
const Resource = lazyPart(['resource'], async () => (await import('#src/content/articles/articles-screen.tsx')).ResourcePage)
const Topic = lazyPart(['resource'], async () => (await import('./pages/topic-page.tsx')).TopicPage)
const Operator = lazyPart([], async () => (await import('./pages/operator-page.tsx')).OperatorPage)
const NotFound = lazyPart([], async () => (await import('./pages/not-found-page.tsx')).NotFoundPage)

export const SCREEN_COMPONENTS: Record<RouteName, ScreenComponent> = {
  landing: Landing,
  index: Landing,
  home: Home,
  login: Login,
  signup: Signup,
  pricing: Pricing,
  support: Support,
  demoCrop: CropDemo,
  settings: Settings,
  creations: Creations,
  ledger: Ledger,
  receipt: Receipt,
  personal: Personal,
  paySuccess: PaySuccess,
  payCancel: PayCancel,
  explore: Explore,
  exploreDetail: Explore,
  resource: Resource,
  resourceDetail: Topic,
  privacy: Privacy,
  terms: Terms,
  effects: Effects,
  effectDetail: Effects,
  startEnd: StartEndFrame,
  startEndDetail: StartEndFrame,
  templates: VideoTemplates,
  templateDetail: VideoTemplates,
  imageToVideo: ImageToVideo,
  imageToVideoDetail: ImageToVideo,
  operator: Operator,
  operatorPart: Operator,
  videoDetail: VideoDetail,
}

export const NOT_FOUND_COMPONENT: ScreenComponent = NotFound
