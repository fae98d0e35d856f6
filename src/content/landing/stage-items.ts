import type { Template } from '#shared/api/templates.ts'
import { landingItem } from '#shared/domain/home-items.ts'

/** The number of items on the stage. */
export const STAGE_ITEMS = 5

/** Items for the landing's stage: the first item, then others with a single picture and a video that fill a wide frame. */
export function stageItems(templates: readonly Template[]): readonly Template[] {
  const first = landingItem(templates)
  if (first === undefined) return []
  const pictures = new Set([first.firstImageUrl])
  const others = templates.filter((item) => {
    if (item.movieUrl === null || item.bizType !== 'CUSTOM' || item.width < item.height || pictures.has(item.firstImageUrl)) return false
    pictures.add(item.firstImageUrl)
    return true
  })
  return [first, ...others].slice(0, STAGE_ITEMS)
}
