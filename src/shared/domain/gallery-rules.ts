/** How many milliseconds models, effects, words and popular materials count as fresh. Rule: docs/gallery.md, "Galleries". */
export const LISTS_FRESH_MS = 3 * 60 * 1000
/** How wide a gallery draws a picture, as far as it is known before anything is measured; the server asks browsers to fetch the first in the same words. Rule: docs/platform.md, "Heads". */
export const GALLERY_PICTURE_SIZES = '(min-width: 1024px) 268px, 50vw'
/** How many tiles of a gallery have their pictures in its page before any script. */
export const PRELOADED_TILES = 6
/** How many effects stand on the home screen. */
export const HOT_EFFECTS = 4
/** How long a pointer rests on a card before its video plays, in ms. */
export const HOVER_PLAYS_AFTER_MS = 150
/** A viewer with this many items left asks for more. Rule: docs/viewer.md, "Viewers". */
export const LOAD_MORE_AT_REMAINING = 3
/** How long the last effect that was chosen is remembered, in ms. */
export const LAST_TEMPLATE_KEPT_MS = 60 * 60 * 1000
/** How long a deletion can be taken back from its notice, in ms. Rule: docs/creations.md, "Creations". */
export const UNDO_DELETE_MS = 10_000

const DAY_SECONDS = 24 * 60 * 60

/** How long the network is waited for where an answer is kept, in seconds. Rule: docs/gallery.md, "Offline galleries". */
export const CACHED_ANSWER_AFTER_SECONDS = 5
/** Lists, items and words that are kept. */
export const MAX_CACHED_ANSWERS = 100
/** Pictures of the galleries that are kept. */
export const MAX_CACHED_PICTURES = 400
/** Videos of the galleries that are kept. */
export const MAX_CACHED_VIDEOS = 24
/** A larger video of a gallery is played but not kept. */
export const MAX_CACHED_VIDEO_BYTES = 8 * 1024 * 1024
/** What nobody looked at for so long is dropped, in seconds. */
export const CACHE_MAX_AGE_SECONDS = 30 * DAY_SECONDS
