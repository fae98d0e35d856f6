const WORK_GRID = 'src/pages/work-grid-view.tsx'
const VIEWER = 'src/features/viewer/viewer.tsx'

/**
 * The screens that stand in their pages before any script, by the pattern of their address.
 * `page`: their file below `src/pages`. `words`: the files of texts that they wait for. `parts`: what they load when they are drawn.
 * `picture`: whose picture the server puts in, which is shown first: of a list, of a gallery with its first tiles, of an article, an item.
 * `isWhole`: it says all that the page says without a script. `budgetKb`: what it may cost (gzip) beside the first load.
 */
export const FIRST_PAGES = {
  '/': { page: 'landing-page', words: ['landing'], picture: 'list', isWhole: true, budgetKb: 25 },
  '/home': {
    page: 'home-page',
    words: ['home'],
    parts: ['src/features/gallery/hot-effects.tsx', WORK_GRID],
    picture: 'list',
    isWhole: true,
    budgetKb: 36,
  },
  '/login': { page: 'login-page', words: ['account'], budgetKb: 40 },
  '/signup': { page: 'signup-page', words: ['account'], budgetKb: 40 },
  '/pricing': { page: 'pricing-page', words: ['pricing'], budgetKb: 28 },
  '/support': { page: 'support-page', words: ['support', 'newsletter', 'diagnostics'], budgetKb: 26 },
  '/explore': { page: 'explore-page', words: ['gallery'], picture: 'gallery', budgetKb: 42 },
  '/explore/*': { page: 'explore-page', words: ['gallery'], parts: [VIEWER], picture: 'item', budgetKb: 42 },
  '/video-effects': { page: 'effects-page', words: ['gallery'], picture: 'gallery', budgetKb: 42 },
  '/video-effects/*': { page: 'effects-page', words: ['gallery'], parts: [VIEWER], picture: 'item', budgetKb: 42 },
  '/resource': { page: 'resource-page', words: ['resource'], picture: 'list', budgetKb: 22 },
  '/resource/*': { page: 'topic-page', words: ['resource'], picture: 'article', budgetKb: 26 },
  '/resource/*#tag': { page: 'topic-page', words: ['resource'], picture: 'list', budgetKb: 26 },
  '/privacy-policy': { page: 'privacy-page', words: ['legal'], budgetKb: 25 },
  '/terms-of-service': { page: 'terms-page', words: ['legal'], budgetKb: 25 },
  '/tools/start-end-frame': { page: 'start-end-frame-page', words: ['create'], parts: [WORK_GRID], budgetKb: 60 },
  '/tools/start-end-frame/*': {
    page: 'start-end-frame-page',
    words: ['create'],
    parts: [WORK_GRID, VIEWER],
    picture: 'item',
    budgetKb: 60,
  },
  '/tools/video-templates': { page: 'video-templates-page', words: ['create'], parts: [WORK_GRID], budgetKb: 60 },
  '/tools/video-templates/*': {
    page: 'video-templates-page',
    words: ['create'],
    parts: [WORK_GRID, VIEWER],
    picture: 'item',
    budgetKb: 60,
  },
  '/tools/image-to-video-generator': { page: 'image-to-video-page', words: ['create'], parts: [WORK_GRID], budgetKb: 60 },
  '/tools/image-to-video-generator/*': {
    page: 'image-to-video-page',
    words: ['create'],
    parts: [WORK_GRID, VIEWER],
    picture: 'item',
    budgetKb: 60,
  },
}
