import { POSTER_WIDTHS } from '#shared/domain/poster-widths.ts'

interface Poster {
  readonly firstImageUrl: string
  /** In px. */
  readonly width: number
}

/** The sizes that the server has of a gallery's picture, as a `srcset`; `width` in px. Rule: docs/rules.md, "Galleries". */
export function posterSources({ firstImageUrl, width }: Poster): string {
  const smaller = POSTER_WIDTHS.filter((each) => each < width).map((each) => `${firstImageUrl}?width=${each} ${each}w`)
  return [...smaller, `${firstImageUrl} ${width}w`].join(', ')
}

/** The smallest of them alone, for who saves data. Rule: docs/rules.md, "Saving data". */
export function smallestPoster({ firstImageUrl, width }: Poster): string {
  const [least] = POSTER_WIDTHS
  return least < width ? `${firstImageUrl}?width=${least} ${least}w` : `${firstImageUrl} ${width}w`
}
