/** Paths of the gallery calls whose public answers the service worker caches. */
export const GALLERY_ANSWERS: readonly string[] = [
  '/api/v1/template/explore',
  '/api/v1/template/effects',
  '/api/v1/template/new',
  '/api/v1/template/hot',
  '/api/v1/template/popular',
  '/api/v1/template/detail',
  '/api/v1/template/detail/path',
  '/api/v1/ai/i2v/config/video/tag',
]

/** Paths of the article calls whose public answers the service worker caches. */
export const ARTICLE_ANSWERS: readonly string[] = ['/api/v1/article/list', '/api/v1/article/tag', '/api/v1/article/detail']

/** Paths of pictures under `/media/`. */
export const PICTURE_PATH = /^\/media\/[0-9a-f]{32}\.(?:webp|jpg|png)$/

/** The message that the service worker sends to every open page when a cached answer has changed. */
interface CacheUpdate {
  readonly type: 'CACHE_UPDATED'
  /** The path of the call, without its query. */
  readonly payload: { readonly path: string }
}

/** The path of the call whose answer has changed; undefined for any other message. Rule: docs/gallery.md, "Offline galleries". */
export function updatedPathOf(message: unknown): string | undefined {
  const { type, payload } = (message ?? {}) as Partial<CacheUpdate>
  const path: unknown = type === 'CACHE_UPDATED' ? payload?.path : undefined
  return typeof path === 'string' && [...GALLERY_ANSWERS, ...ARTICLE_ANSWERS].includes(path) ? path : undefined
}

/**
 * The message in which the service worker asks an open window to show the path of a clicked notification. The window answers on the
 * message's port.
 */
export const OPEN_PATH_MESSAGE = 'OPEN_PLACE'

export interface OpenPathMessage {
  readonly type: typeof OPEN_PATH_MESSAGE
  readonly path: string
}

/**
 * Each window with an open checkout holds this shared lock. The service worker queries the lock before it navigates a window that did not
 * answer a message.
 */
export const PAYING_LOCK = 'paying'

/** The Background Sync tag: the browser fires its event when the network is back. */
export const WAKE_TAG = 'hub-wake'

/** The message that the service worker sends to every open tab on a sync event with `WAKE_TAG`. */
export const WAKE_MESSAGE = 'WAKE_HUB'

/**
 * The message that a page sends to the service worker after its start. The service worker then deletes files of other builds that no page
 * uses.
 */
export const DROP_OUTDATED_MESSAGE = 'TIDY'
