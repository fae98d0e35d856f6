import type { Template } from '#shared/api/templates.ts'
import type { BizType } from '#shared/domain/task.ts'
import { HOT_EFFECTS } from '#shared/domain/gallery-rules.ts'

/** Of how many effects the card of the effects shows the pictures. */
export const SHOWN_EFFECTS = 3

/**
 * What stands for each kind of video: one of its items, with a video where one has been made, and of the effects a few, none of them
 * among the hot ones where there are enough.
 */
export function modeItems(templates: readonly Template[]): Readonly<Record<BizType, readonly Template[]>> {
  const of = (kind: BizType) => moving(templates.filter(({ bizType }) => bizType === kind))
  const effects = templates.filter(({ bizType }) => bizType === 'TEMPLATE')
  const others = moving(effects.slice(HOT_EFFECTS))
  const shown = others.length < SHOWN_EFFECTS ? of('TEMPLATE') : others
  return { CUSTOM: of('CUSTOM').slice(0, 1), HEAD_TAIL: of('HEAD_TAIL').slice(0, 1), TEMPLATE: shown.slice(0, SHOWN_EFFECTS) }
}

/** Those with a video first. */
function moving(items: readonly Template[]): readonly Template[] {
  return items.toSorted((a, b) => Number(b.movieUrl !== null) - Number(a.movieUrl !== null))
}
