import type { Template } from '#shared/api/templates.ts'
import { landingItem } from '#shared/domain/home-items.ts'

/** How many items take turns on the stage. */
export const STAGE_ITEMS = 5

/** What takes turns on the landing's stage: its first item, then others of one picture each that have a video and fill a wide frame. */
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
