const WORK_GRID = 'src/app/pages/work-grid-view.tsx'
/** A viewer; the screen behind it loads and renders later. */
const ITEM = { page: 'src/viewer/viewer.tsx', words: ['viewer', 'offline'], picture: 'item', budgetKb: 30 }

/**
 * The screens whose HTML the build renders, by route pattern. `page`: the screen's file. `words`: the text files that it needs. `parts`:
 * modules that it loads while rendering. `picture`: the kind of the first picture, which the server inserts. `isWhole`: the HTML has all
 * content of the page. `budgetKb`: the limit (gzip) in addition to the first load.
 */
export const FIRST_PAGES = {
  '/': { page: 'src/content/landing/landing-page.tsx', words: ['landing'], picture: 'list', isWhole: true, budgetKb: 25 },
  '/home': {
    page: 'src/app/pages/home-page.tsx',
    words: ['home'],
    parts: ['src/gallery/hot-effects.tsx', WORK_GRID],
    picture: 'list',
    isWhole: true,
    budgetKb: 36,
  },
  '/login': { page: 'src/account/sign-in/sign-in-screen.tsx', words: ['account'], budgetKb: 40 },
  '/signup': { page: 'src/account/sign-in/sign-in-screen.tsx', words: ['account'], budgetKb: 40 },
  '/pricing': { page: 'src/billing/shop/pricing-page.tsx', words: ['pricing'], budgetKb: 29 },
  '/support': { page: 'src/content/support/support-page.tsx', words: ['support', 'newsletter', 'diagnostics'], budgetKb: 26 },
  '/explore': { page: 'src/gallery/gallery.tsx', words: ['gallery'], picture: 'gallery', budgetKb: 42 },
  '/explore/*': ITEM,
  '/video-effects': { page: 'src/gallery/gallery.tsx', words: ['gallery'], picture: 'gallery', budgetKb: 42 },
  '/video-effects/*': ITEM,
  '/resource': { page: 'src/content/articles/articles-screen.tsx', words: ['resource'], picture: 'list', budgetKb: 22 },
  '/resource/*': { page: 'src/app/pages/topic-page.tsx', words: ['resource'], picture: 'article', budgetKb: 26 },
  '/resource/*#tag': { page: 'src/app/pages/topic-page.tsx', words: ['resource'], picture: 'list', budgetKb: 26 },
  '/privacy-policy': { page: 'src/content/legal/privacy-page.tsx', words: ['legal'], budgetKb: 25 },
  '/terms-of-service': { page: 'src/content/legal/terms-page.tsx', words: ['legal'], budgetKb: 25 },
  '/tools/start-end-frame': { page: 'src/app/pages/tool-page.tsx', words: ['create'], parts: [WORK_GRID], budgetKb: 60 },
  '/tools/start-end-frame/*': ITEM,
  '/tools/video-templates': { page: 'src/app/pages/tool-page.tsx', words: ['create'], parts: [WORK_GRID], budgetKb: 60 },
  '/tools/video-templates/*': ITEM,
  '/tools/image-to-video-generator': { page: 'src/app/pages/tool-page.tsx', words: ['create'], parts: [WORK_GRID], budgetKb: 60 },
  '/tools/image-to-video-generator/*': ITEM,
}
