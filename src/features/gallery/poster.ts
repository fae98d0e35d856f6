import type { Template } from '#shared/api/templates.ts'
import { POSTER_WIDTHS } from '#shared/domain/poster-widths.ts'

/** A tile is neither a tower nor a slit, whatever its picture is. */
const NARROWEST_RATIO = 0.62
const WIDEST_RATIO = 1.8

/** Width by height of a tile's picture. */
export function posterRatio({ width, height }: Pick<Template, 'width' | 'height'>): number {
  return Math.min(WIDEST_RATIO, Math.max(NARROWEST_RATIO, width / height))
}

/** The sizes that the server has of a gallery's picture, for the browser to choose from. */
export function posterSources({ firstImageUrl, width }: Pick<Template, 'firstImageUrl' | 'width'>): string {
  const smaller = POSTER_WIDTHS.filter((each) => each < width).map((each) => `${firstImageUrl}?width=${each} ${each}w`)
  return [...smaller, `${firstImageUrl} ${width}w`].join(', ')
}
