import { POSTER_WIDTHS } from '#shared/domain/poster-widths.ts'

/** The sizes that the server has of a gallery's picture, as a `srcset`; `width` in px. Rule: docs/rules.md, "Galleries". */
export function posterSources({ firstImageUrl, width }: { readonly firstImageUrl: string; readonly width: number }): string {
  const smaller = POSTER_WIDTHS.filter((each) => each < width).map((each) => `${firstImageUrl}?width=${each} ${each}w`)
  return [...smaller, `${firstImageUrl} ${width}w`].join(', ')
}
