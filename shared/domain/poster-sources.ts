interface Poster {
  readonly firstImageUrl: string
  /** The width of the original picture in px. */
  readonly width: number
}

/** The `srcset` of a gallery picture; `width` in px. Rule: docs/gallery.md, "Galleries". */
export function posterSources({ firstImageUrl, width }: Poster): string {
  const smallerSources = POSTER_WIDTHS.filter((each) => each < width).map((each) => `${firstImageUrl}?width=${each} ${each}w`)
  return [...smallerSources, `${firstImageUrl} ${width}w`].join(', ')
}

/** The `srcset` with only the smallest poster, to save data. Rule: docs/gallery.md, "Saving data". */
export function smallestPoster({ firstImageUrl, width }: Poster): string {
  const [smallestWidth] = POSTER_WIDTHS
  return smallestWidth < width ? `${firstImageUrl}?width=${smallestWidth} ${smallestWidth}w` : `${firstImageUrl} ${width}w`
}

/** Available widths of gallery pictures, in addition to the original, in px. */
export const POSTER_WIDTHS = [320, 528, 640] as const
export type PosterWidth = (typeof POSTER_WIDTHS)[number]
