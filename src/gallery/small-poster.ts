import type { Template } from '#shared/api/templates.ts'
import { POSTER_WIDTHS } from '#shared/domain/poster-sources.ts'

export function smallPoster({ firstImageUrl, width }: Pick<Template, 'firstImageUrl' | 'width'>): string {
  const [least] = POSTER_WIDTHS
  return least < width ? `${firstImageUrl}?width=${least}` : firstImageUrl
}
