const WORK_GRID = 'src/pages/work-grid-view.tsx'
const VIEWER = 'src/features/viewer/viewer.tsx'

/**
 * The screens that stand in their pages before any script, by the pattern of their address: the file of each below `src/pages`, the parts that it loads when it
 * is drawn, whether the server puts a picture into it that is shown first, of a list, of a gallery with its first tiles, of an article or of an item, and whether it says all that the page says without a script.
 */
export const FIRST_PAGES = {
  '/': { page: 'landing-page', picture: 'list', isWhole: true },
  '/home': {
    page: 'home-page',
    parts: ['src/features/gallery/hot-effects.tsx', WORK_GRID],
    picture: 'list',
    isWhole: true,
  },
  '/login': { page: 'login-page' },
  '/signup': { page: 'signup-page' },
  '/pricing': { page: 'pricing-page' },
  '/support': { page: 'support-page' },
  '/explore': { page: 'explore-page', picture: 'gallery' },
  '/explore/*': { page: 'explore-page', parts: [VIEWER], picture: 'item' },
  '/video-effects': { page: 'effects-page', picture: 'gallery' },
  '/video-effects/*': { page: 'effects-page', parts: [VIEWER], picture: 'item' },
  '/resource': { page: 'resource-page', picture: 'list' },
  '/resource/*': { page: 'topic-page', picture: 'article' },
  '/resource/*#tag': { page: 'topic-page', picture: 'list' },
  '/privacy-policy': { page: 'privacy-page' },
  '/terms-of-service': { page: 'terms-page' },
  '/tools/start-end-frame': { page: 'start-end-frame-page', parts: [WORK_GRID] },
  '/tools/start-end-frame/*': { page: 'start-end-frame-page', parts: [WORK_GRID, VIEWER], picture: 'item' },
  '/tools/video-templates': { page: 'video-templates-page', parts: [WORK_GRID] },
  '/tools/video-templates/*': { page: 'video-templates-page', parts: [WORK_GRID, VIEWER], picture: 'item' },
  '/tools/image-to-video-generator': { page: 'image-to-video-page', parts: [WORK_GRID] },
  '/tools/image-to-video-generator/*': { page: 'image-to-video-page', parts: [WORK_GRID, VIEWER], picture: 'item' },
}
