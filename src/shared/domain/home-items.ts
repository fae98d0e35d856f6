import type { BizType } from './task.ts'
import { HOT_EFFECTS } from './gallery-rules.ts'

/** Of how many effects the card of the effects shows the pictures. */
const SHOWN_EFFECTS = 3

/** How wide the cards of the modes draw a picture; the server asks browsers to fetch the first in the same words. Rule: docs/platform.md, "Heads". */
export const MODE_PICTURE_SIZES = '(min-width: 1024px) 560px, 100vw'

interface ModeItem {
  readonly bizType: BizType
  readonly movieUrl: string | null
}

/**
 * What stands for each kind of video: one of its items, with a video where one has been made, and of the effects a few, none of them
 * among the hot ones where there are enough. `templates` is the list of the hot ones.
 */
export function modeItems<T extends ModeItem>(templates: readonly T[]): Readonly<Record<BizType, readonly T[]>> {
  const of = (kind: BizType) => moving(templates.filter(({ bizType }) => bizType === kind))
  const effects = templates.filter(({ bizType }) => bizType === 'TEMPLATE')
  const others = moving(effects.slice(HOT_EFFECTS))
  const shown = others.length < SHOWN_EFFECTS ? of('TEMPLATE') : others
  return { CUSTOM: of('CUSTOM').slice(0, 1), HEAD_TAIL: of('HEAD_TAIL').slice(0, 1), TEMPLATE: shown.slice(0, SHOWN_EFFECTS) }
}

/** Those with a video first. */
function moving<T extends ModeItem>(items: readonly T[]): readonly T[] {
  return items.toSorted((a, b) => Number(b.movieUrl !== null) - Number(a.movieUrl !== null))
}

/** How wide the landing draws its first picture; the server asks browsers to fetch it in the same words. */
export const LANDING_PICTURE_SIZES = '(min-width: 1024px) 50vw, 100vw'

/** What the landing shows first, of a list in the galleries' order: the first with a video, else the first. */
export function landingItem<T extends { readonly movieUrl: string | null }>(templates: readonly T[]): T | undefined {
  return templates.find(({ movieUrl }) => movieUrl !== null) ?? templates[0]
}
