import type { Template } from '#shared/api/templates.ts'
import { POSTER_WIDTHS } from '#shared/domain/poster-sources.ts'

export interface FirstPoster {
  readonly src: string
  readonly srcSet: string
}

/** The picture that the server asked the browser to fetch for a place of these `sizes`; null where this screen was not opened with it. */
export function firstPoster(sizes: string): FirstPoster | null {
  const link = earlyPicture(`[imagesizes="${sizes}"]`)
  const src = link?.getAttribute('href') ?? ''
  return src === '' ? null : { src, srcSet: link?.getAttribute('imagesrcset') ?? '' }
}

/** A tile's picture as its attributes say it. */
interface EarlyTile extends FirstPoster {
  readonly width: string
  readonly height: string
}

/** The first tiles of a gallery as the server wrote them into the page; none where it was not opened with them. */
export function preloadedTiles(gallery: string): readonly EarlyTile[] {
  return [...document.querySelectorAll(`img[data-early-tile="${gallery}"]`)].map((image) => {
    const read = (name: string) => image.getAttribute(name) ?? ''
    return { src: read('src'), srcSet: read('srcset'), width: read('width'), height: read('height') }
  })
}

/** The picture of the item that this page was opened with, which was asked for as it is; null where it was opened with none. */
export function itemPoster(): string | null {
  return earlyPicture(':not([imagesizes])')?.getAttribute('href') ?? null
}

/** The head keeps the picture that the page was opened with; another screen has nothing to do with it. */
function earlyPicture(kind: string): Element | null {
  const [opening] = performance.getEntriesByType('navigation')
  if (opening !== undefined && new URL(opening.name).pathname !== location.pathname) return null
  return document.head.querySelector(`link[rel="preload"][as="image"]${kind}`)
}

/** The smallest picture of an effect that there is. */
export function smallPoster({ firstImageUrl, width }: Pick<Template, 'firstImageUrl' | 'width'>): string {
  const [least] = POSTER_WIDTHS
  return least < width ? `${firstImageUrl}?width=${least}` : firstImageUrl
}
