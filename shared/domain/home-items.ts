import type { BizType } from './task.ts'
import { HOT_EFFECTS } from './gallery-rules.ts'

/** The number of effects on the effects card. */
const SHOWN_EFFECTS = 3

/** The displayed width of a mode card's picture; the server's preload uses the same value. Rule: docs/platform.md, "Heads". */
export const MODE_PICTURE_SIZES = '(min-width: 1024px) 560px, 100vw'

interface ModeItem {
  readonly bizType: BizType
  readonly movieUrl: string | null
}

/**
 * Sample items from the list of hot items, those with a video first: up to `SHOWN_EFFECTS` effects and one item of each other kind.
 * If there are enough effects, the first `HOT_EFFECTS` are left out, because the home screen already shows them.
 */
export function modeItems<T extends ModeItem>(templates: readonly T[]): Readonly<Record<BizType, readonly T[]>> {
  const itemsOf = (kind: BizType) => videosFirst(templates.filter(({ bizType }) => bizType === kind))
  const effects = templates.filter(({ bizType }) => bizType === 'TEMPLATE')
  const otherEffects = videosFirst(effects.slice(HOT_EFFECTS))
  const shownEffects = otherEffects.length < SHOWN_EFFECTS ? itemsOf('TEMPLATE') : otherEffects
  return {
    CUSTOM: itemsOf('CUSTOM').slice(0, 1),
    HEAD_TAIL: itemsOf('HEAD_TAIL').slice(0, 1),
    TEMPLATE: shownEffects.slice(0, SHOWN_EFFECTS),
  }
}

/** Sorts items with a video before items without one. */
function videosFirst<T extends ModeItem>(items: readonly T[]): readonly T[] {
  return items.toSorted((a, b) => Number(b.movieUrl !== null) - Number(a.movieUrl !== null))
}

/** The displayed width of the landing's first picture; the server's preload uses the same value. */
export const LANDING_PICTURE_SIZES = '(min-width: 1024px) 50vw, 100vw'

/** The landing's first item: the first item with a video, otherwise the first item. */
export function landingItem<T extends { readonly movieUrl: string | null }>(templates: readonly T[]): T | undefined {
  return templates.find(({ movieUrl }) => movieUrl !== null) ?? templates[0]
}
