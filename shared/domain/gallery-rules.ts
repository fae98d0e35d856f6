/** How long models, effects, prompt words and popular items count as fresh, in ms. Rule: docs/gallery.md, "Galleries". */
export const LISTS_FRESH_MS = 3 * 60 * 1000
/** The displayed width of a gallery picture before layout; the server's preload uses the same value. Rule: docs/platform.md, "Heads". */
export const GALLERY_PICTURE_SIZES = '(min-width: 1024px) 268px, calc(50vw - 23px)'
/** The number of tiles whose pictures are in the gallery's HTML. */
export const PRELOADED_TILES = 6
/** The number of effects with the "hot" badge. The home screen shows the same effects. */
export const HOT_EFFECTS = 4
/** The hover time before a card's video plays, in ms. */
export const HOVER_PLAYS_AFTER_MS = 150
/** A viewer loads more items when this many are left. Rule: docs/viewer.md, "Viewers". */
export const LOAD_MORE_AT_REMAINING = 3
/** How long the last chosen effect counts as recent, in ms. */
export const LAST_TEMPLATE_RETENTION_MS = 60 * 60 * 1000

const DAY_SECONDS = 24 * 60 * 60

/** The network timeout if a cached answer exists, in seconds. Rule: docs/gallery.md, "Offline galleries". */
export const CACHED_ANSWER_AFTER_SECONDS = 5
/** The maximum number of cached answers of gallery calls: lists, items and prompt words. */
export const MAX_CACHED_ANSWERS = 100
/** The maximum number of cached gallery pictures. */
export const MAX_CACHED_PICTURES = 400
/** The maximum number of cached gallery videos. */
export const MAX_CACHED_VIDEOS = 24
/** A larger gallery video is played but not cached. */
export const MAX_CACHED_VIDEO_BYTES = 8 * 1024 * 1024
/** An unused entry of the service worker's gallery or article cache is removed after this time, in seconds. */
export const CACHE_MAX_AGE_SECONDS = 30 * DAY_SECONDS
