export interface FirstPoster {
  readonly src: string
  readonly srcSet: string
}

/** The picture that the server has preloaded for these `sizes`; null if the visit did not start at this screen. */
export function firstPoster(sizes: string): FirstPoster | null {
  const link = preloadLink(`[imagesizes="${sizes}"]`)
  const src = link?.getAttribute('href') ?? ''
  return src === '' ? null : { src, srcSet: link?.getAttribute('imagesrcset') ?? '' }
}

/** A preloaded tile picture: the attributes of its element. */
interface PreloadedTile extends FirstPoster {
  readonly width: string
  readonly height: string
}

/** The gallery's first tiles in the served HTML; empty if the visit did not start at the gallery. */
export function preloadedTiles(gallery: string): readonly PreloadedTile[] {
  return [...document.querySelectorAll(`img[data-early-tile="${gallery}"]`)].map((image) => {
    const readAttribute = (name: string) => image.getAttribute(name) ?? ''
    return { src: readAttribute('src'), srcSet: readAttribute('srcset'), width: readAttribute('width'), height: readAttribute('height') }
  })
}

/** The preloaded picture of an item; null if the visit did not start at the item. */
export function itemPoster(): string | null {
  return preloadLink(':not([imagesizes])')?.getAttribute('href') ?? null
}

/**
 * Finds the preload link in the head. The link stays in the head on later screens, so the result is null unless the visit started at the
 * current path.
 */
function preloadLink(selector: string): Element | null {
  const [navigation] = performance.getEntriesByType('navigation')
  if (navigation !== undefined && new URL(navigation.name).pathname !== location.pathname) return null
  return document.head.querySelector(`link[rel="preload"][as="image"]${selector}`)
}
