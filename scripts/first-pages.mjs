/**
 * The screens that people come to from elsewhere, by the name of their file below `src/pages`, with the parts that they load when they
 * are drawn.
 */
export const FIRST_PAGES = {
  'landing-page': { address: '/', parts: [] },
  'home-page': { address: '/home', parts: ['src/features/gallery/hot-effects.tsx', 'src/pages/work-grid-view.tsx'] },
}
