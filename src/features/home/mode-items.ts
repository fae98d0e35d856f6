import type { Template } from '#shared/api/templates.ts'
import type { BizType } from '#shared/domain/task.ts'
import { HOT_EFFECTS } from '#shared/domain/gallery-rules.ts'
import { BIZ_TYPES } from '#shared/domain/task.ts'

/** What stands for each kind of video: one of its own items, with a video where one has been made, and no effect that is among the hot ones. */
export function modeItems(templates: readonly Template[]): Partial<Readonly<Record<BizType, Template>>> {
  const chosen: Partial<Record<BizType, Template>> = {}
  for (const kind of BIZ_TYPES) {
    const all = templates.filter(({ bizType }) => bizType === kind)
    const others = kind === 'TEMPLATE' ? all.slice(HOT_EFFECTS) : all
    const choice = others.find(({ movieUrl }) => movieUrl !== null) ?? others[0] ?? all[0]
    if (choice !== undefined) chosen[kind] = choice
  }
  return chosen
}
