import { ARTICLE_ANSWERS, GALLERY_ANSWERS, PICTURE_PATH } from '#shared/contract/service-worker-messages.ts'
import { ICON_PATH } from '#shared/domain/icon-rules.ts'
import { POSTER_WIDTHS } from '#shared/domain/poster-sources.ts'

const PICTURE_SEARCHES = new Set(['', ...POSTER_WIDTHS.map((width) => `?width=${width}`)])
const VIDEO_PATH = /^\/media\/[0-9a-f]{32}\.mp4$/

/** The part of URL in use. */
type AskedAddress = Pick<URL, 'pathname' | 'search'>

export function isGalleryAnswer({ pathname }: AskedAddress): boolean {
  return GALLERY_ANSWERS.includes(pathname)
}

export function isArticleAnswer({ pathname }: AskedAddress): boolean {
  return ARTICLE_ANSWERS.includes(pathname)
}

/** Whether an address belongs to a picture, of a gallery or a user; only the answer shows which. */
export function isPicture({ pathname, search }: AskedAddress): boolean {
  return PICTURE_SEARCHES.has(search) && PICTURE_PATH.test(pathname)
}

/** Whether an address belongs to icons as data. */
export function isIconAnswer({ pathname }: AskedAddress): boolean {
  return pathname.startsWith(ICON_PATH) && pathname.endsWith('.json')
}

/** Whether an address belongs to a video to play, of a gallery or a user. Downloads have a query. */
export function isVideo({ pathname, search }: AskedAddress): boolean {
  return search === '' && VIDEO_PATH.test(pathname)
}
