import type { Template } from '#shared/api/templates.ts'
import { POSTER_WIDTHS } from '#shared/domain/poster-widths.ts'

/** The smallest picture of an effect that there is. */
export function smallPoster({ firstImageUrl, width }: Pick<Template, 'firstImageUrl' | 'width'>): string {
  const [least] = POSTER_WIDTHS
  return least < width ? `${firstImageUrl}?width=${least}` : firstImageUrl
}
