export interface FirstPoster {
  readonly src: string
  readonly srcSet: string
}

/** The picture that the server asked the browser to fetch for a place of these `sizes`; null where the page was not opened with it. */
export function firstPoster(sizes: string): FirstPoster | null {
  const link = document.head.querySelector<HTMLLinkElement>(`link[rel="preload"][as="image"][imagesizes="${sizes}"]`)
  const src = link?.getAttribute('href') ?? ''
  return src === '' ? null : { src, srcSet: link?.getAttribute('imagesrcset') ?? '' }
}
