import type { Template } from '#shared/api/templates.ts'

/** What the wall shows beside the stage: every picture once, and none that is on the stage already. */
export function wallItems(templates: readonly Template[], staged: readonly Template[]): readonly Template[] {
  const seen = new Set(staged.map(({ firstImageUrl }) => firstImageUrl))
  return templates.filter(({ firstImageUrl }) => {
    const isNew = !seen.has(firstImageUrl)
    seen.add(firstImageUrl)
    return isNew
  })
}
