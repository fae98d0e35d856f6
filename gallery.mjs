import { numbersTable } from './table.mjs'

export const numbers = await numbersTable({
  'src/shared/domain/gallery-rules.ts': {
    LISTS_FRESH_MS: 'how long lists, models, effects and words count as fresh',
    EARLY_TILES: 'tiles of a gallery that have their pictures in the page before any script',
    HOT_EFFECTS: 'effects on the home screen, and tiles that are called hot',
    HOVER_PLAYS_AFTER_MS: 'how long a pointer rests on a tile, or a scroll is over, before its video plays',
    LAST_TEMPLATE_KEPT_MS: 'how long the effect that was chosen last is remembered',
    KEPT_ANSWER_AFTER_SECONDS: 'how long the network is waited for where an answer is kept',
    MAX_KEPT_ANSWERS: 'answers that the service worker keeps',
    MAX_KEPT_PICTURES: 'pictures that it keeps',
    MAX_KEPT_VIDEOS: 'videos that it keeps',
    MAX_KEPT_VIDEO_BYTES: 'the largest video that it keeps',
    KEPT_UNSEEN_SECONDS: 'how long something is kept that nobody looks at',
  },
  'src/shared/domain/poster-sources.ts': { POSTER_WIDTHS: 'widths in px of a picture beside its own' },
  'src/shared/api/templates.ts': {
    NEW_TEMPLATE: 'the type of a new item',
    HOT_TEMPLATE: 'the type of a hot item',
    MAX_TEMPLATE_PAGE: 'items that one request may ask for',
  },
})
