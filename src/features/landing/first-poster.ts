export interface FirstPoster {
  readonly src: string
  readonly srcSet: string
}

/** The picture that the server asked the browser to fetch with this page; null where the page was not opened here. */
export function firstPoster(): FirstPoster | null {
  const link = document.head.querySelector<HTMLLinkElement>('link[rel="preload"][as="image"]')
  const src = link?.getAttribute('href') ?? ''
  return src === '' ? null : { src, srcSet: link?.getAttribute('imagesrcset') ?? '' }
}
