import { ARTICLE_ANSWERS, GALLERY_ANSWERS, PICTURE_PATH } from '#shared/contract/service-worker-messages.ts'
import { ICON_PATH } from '#shared/domain/icon-rules.ts'
import { POSTER_WIDTHS } from '#shared/domain/poster-sources.ts'

const PICTURE_SEARCHES = new Set(['', ...POSTER_WIDTHS.map((width) => `?width=${width}`)])
const VIDEO_PATH = /^\/media\/[0-9a-f]{32}\.mp4$/

/** The parts of an address that decide whether its answer is cached. */
type RequestedAddress = Pick<URL, 'pathname' | 'search'>

export function isGalleryAnswer({ pathname }: RequestedAddress): boolean {
  return GALLERY_ANSWERS.includes(pathname)
}

export function isArticleAnswer({ pathname }: RequestedAddress): boolean {
  return ARTICLE_ANSWERS.includes(pathname)
}

/** Whether an address belongs to a picture. Only the answer shows whether the picture belongs to a gallery or to a user. */
export function isPicture({ pathname, search }: RequestedAddress): boolean {
  return PICTURE_SEARCHES.has(search) && PICTURE_PATH.test(pathname)
}

/** Whether an address belongs to a set of icons as JSON. */
export function isIconAnswer({ pathname }: RequestedAddress): boolean {
  return pathname.startsWith(ICON_PATH) && pathname.endsWith('.json')
}

/**
 * Whether an address belongs to a video to play. Downloads have a query. Only the answer shows whether the video belongs to a gallery or
 * to a user.
 */
export function isVideo({ pathname, search }: RequestedAddress): boolean {
  return search === '' && VIDEO_PATH.test(pathname)
}
