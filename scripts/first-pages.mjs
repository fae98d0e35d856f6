const WORK_GRID = 'src/pages/work-grid-view.tsx'
const VIEWER = 'src/features/viewer/viewer.tsx'

/**
 * The screens that stand in their pages before any script, by the pattern of their address: the file of each below `src/pages`, the
 * parts that it loads when it is drawn, whether the server puts a picture into it that is shown first, of a list, of a gallery with its
 * first tiles, of an article or of an item, whether it says all that the page says without a script, and how many kB (gzip) it may cost
 * beside the first load: what is drawn, its styles and its scripts.
 */
export const FIRST_PAGES = {
  '/': { page: 'landing-page', picture: 'list', isWhole: true, budgetKb: 25 },
  '/home': {
    page: 'home-page',
    parts: ['src/features/gallery/hot-effects.tsx', WORK_GRID],
    picture: 'list',
    isWhole: true,
    budgetKb: 36,
  },
  '/login': { page: 'login-page', budgetKb: 40 },
  '/signup': { page: 'signup-page', budgetKb: 40 },
  '/pricing': { page: 'pricing-page', budgetKb: 28 },
  '/support': { page: 'support-page', budgetKb: 26 },
  '/explore': { page: 'explore-page', picture: 'gallery', budgetKb: 42 },
  '/explore/*': { page: 'explore-page', parts: [VIEWER], picture: 'item', budgetKb: 42 },
  '/video-effects': { page: 'effects-page', picture: 'gallery', budgetKb: 42 },
  '/video-effects/*': { page: 'effects-page', parts: [VIEWER], picture: 'item', budgetKb: 42 },
  '/resource': { page: 'resource-page', picture: 'list', budgetKb: 22 },
  '/resource/*': { page: 'topic-page', picture: 'article', budgetKb: 26 },
  '/resource/*#tag': { page: 'topic-page', picture: 'list', budgetKb: 26 },
  '/privacy-policy': { page: 'privacy-page', budgetKb: 25 },
  '/terms-of-service': { page: 'terms-page', budgetKb: 25 },
  '/tools/start-end-frame': { page: 'start-end-frame-page', parts: [WORK_GRID], budgetKb: 60 },
  '/tools/start-end-frame/*': { page: 'start-end-frame-page', parts: [WORK_GRID, VIEWER], picture: 'item', budgetKb: 60 },
  '/tools/video-templates': { page: 'video-templates-page', parts: [WORK_GRID], budgetKb: 60 },
  '/tools/video-templates/*': { page: 'video-templates-page', parts: [WORK_GRID, VIEWER], picture: 'item', budgetKb: 60 },
  '/tools/image-to-video-generator': { page: 'image-to-video-page', parts: [WORK_GRID], budgetKb: 60 },
  '/tools/image-to-video-generator/*': { page: 'image-to-video-page', parts: [WORK_GRID, VIEWER], picture: 'item', budgetKb: 60 },
}
