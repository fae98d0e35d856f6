/**
 * The screens that stand in their pages before any script, by address: the file of each below `src/pages`, the parts that it loads when it
 * is drawn, whether the server puts the picture into it that is shown first, and whether it says all that the page says without a script.
 */
export const FIRST_PAGES = {
  '/': { page: 'landing-page', hasPicture: true, isWhole: true },
  '/home': {
    page: 'home-page',
    parts: ['src/features/gallery/hot-effects.tsx', 'src/pages/work-grid-view.tsx'],
    hasPicture: true,
    isWhole: true,
  },
  '/login': { page: 'login-page' },
  '/signup': { page: 'signup-page' },
  '/pricing': { page: 'pricing-page' },
  '/support': { page: 'support-page' },
  '/explore': { page: 'explore-page', hasPicture: true },
  '/video-effects': { page: 'effects-page', hasPicture: true },
  '/resource': { page: 'resource-page', hasPicture: true },
  '/privacy-policy': { page: 'privacy-page' },
  '/terms-of-service': { page: 'terms-page' },
  '/tools/start-end-frame': { page: 'start-end-frame-page', parts: ['src/pages/work-grid-view.tsx'] },
  '/tools/video-templates': { page: 'video-templates-page', parts: ['src/pages/work-grid-view.tsx'] },
  '/tools/image-to-video-generator': { page: 'image-to-video-page', parts: ['src/pages/work-grid-view.tsx'] },
}
