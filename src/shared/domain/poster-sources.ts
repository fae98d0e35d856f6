interface Poster {
  readonly firstImageUrl: string
  /** In px. */
  readonly width: number
}

/** The sizes that the server has of a gallery's picture, as a `srcset`; `width` in px. Rule: docs/gallery.md, "Galleries". */
export function posterSources({ firstImageUrl, width }: Poster): string {
  const smaller = POSTER_WIDTHS.filter((each) => each < width).map((each) => `${firstImageUrl}?width=${each} ${each}w`)
  return [...smaller, `${firstImageUrl} ${width}w`].join(', ')
}

/** The smallest of them alone, for who saves data. Rule: docs/gallery.md, "Saving data". */
export function smallestPoster({ firstImageUrl, width }: Poster): string {
  const [least] = POSTER_WIDTHS
  return least < width ? `${firstImageUrl}?width=${least} ${least}w` : `${firstImageUrl} ${width}w`
}

/** Widths in px in which a gallery's pictures can be had beside their own. */
export const POSTER_WIDTHS = [320, 640] as const
export type PosterWidth = (typeof POSTER_WIDTHS)[number]
