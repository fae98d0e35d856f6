/** What everybody is told alike: the only answers of the API that the service worker keeps. */
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

/** The same of articles. */
export const ARTICLE_ANSWERS: readonly string[] = ['/api/v1/article/list', '/api/v1/article/tag', '/api/v1/article/detail']

/** Names of pictures as they lie under `/media/`. */
export const PICTURE_PATH = /^\/media\/[0-9a-f]{32}\.(?:webp|jpg|png)$/

/** Sent by the service worker to every open page when a kept answer was replaced by another one. */
interface GalleryUpdate {
  readonly type: 'CACHE_UPDATED'
  /** The path of the call, without its query. */
  readonly payload: { readonly path: string }
}

/** The path of the call whose answer has changed; undefined for any other message. Rule: docs/gallery.md, "Offline galleries". */
export function updatedPathOf(message: unknown): string | undefined {
  const { type, payload } = (message ?? {}) as Partial<GalleryUpdate>
  const path: unknown = type === 'CACHE_UPDATED' ? payload?.path : undefined
  return typeof path === 'string' && [...GALLERY_ANSWERS, ...ARTICLE_ANSWERS].includes(path) ? path : undefined
}

/** What the service worker says to the window in which a pressed notification's place is to be shown. The window answers on the port beside it. */
export const OPEN_PATH_MESSAGE = 'OPEN_PLACE'

/** Held, shared, by each window with an open checkout, so that the service worker knows it of one that is too busy to answer. */
export const PAYING_LOCK = 'paying'

export interface OpenPathMessage {
  readonly type: typeof OPEN_PATH_MESSAGE
  readonly path: string
}

/** The name under which the browser is asked to tell when the network is back. */
export const WAKE_TAG = 'hub-wake'

/** What the service worker then says to every open tab. */
export const WAKE_MESSAGE = 'WAKE_HUB'
