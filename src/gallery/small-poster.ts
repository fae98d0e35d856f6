import type { Template } from '#shared/api/templates.ts'
import { POSTER_WIDTHS } from '#shared/domain/poster-sources.ts'

export function smallPoster({ firstImageUrl, width }: Pick<Template, 'firstImageUrl' | 'width'>): string {
  const [smallestWidth] = POSTER_WIDTHS
  return smallestWidth < width ? `${firstImageUrl}?width=${smallestWidth}` : firstImageUrl
}
