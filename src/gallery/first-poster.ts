export interface FirstPoster {
  readonly src: string
  readonly srcSet: string
}

/** The picture that the server preloaded for these `sizes`; null if this screen was not the entry page. */
export function firstPoster(sizes: string): FirstPoster | null {
  const link = earlyPicture(`[imagesizes="${sizes}"]`)
  const src = link?.getAttribute('href') ?? ''
  return src === '' ? null : { src, srcSet: link?.getAttribute('imagesrcset') ?? '' }
}

/** A tile's picture from its attributes. */
interface EarlyTile extends FirstPoster {
  readonly width: string
  readonly height: string
}

/** The first tiles in the server's HTML; none if the gallery was not the entry page. */
export function preloadedTiles(gallery: string): readonly EarlyTile[] {
  return [...document.querySelectorAll(`img[data-early-tile="${gallery}"]`)].map((image) => {
    const read = (name: string) => image.getAttribute(name) ?? ''
    return { src: read('src'), srcSet: read('srcset'), width: read('width'), height: read('height') }
  })
}

/** The preloaded picture of the entry page's item; null without one. */
export function itemPoster(): string | null {
  return earlyPicture(':not([imagesizes])')?.getAttribute('href') ?? null
}

/** The preload link stays in the head; other screens ignore it. */
function earlyPicture(kind: string): Element | null {
  const [opening] = performance.getEntriesByType('navigation')
  if (opening !== undefined && new URL(opening.name).pathname !== location.pathname) return null
  return document.head.querySelector(`link[rel="preload"][as="image"]${kind}`)
}
