import type { TemplateSeed } from './template-seed.ts'
import { EFFECT_ITEMS } from './effect-items.ts'
import { EXPLORE_ITEMS } from './explore-items.ts'

/** All gallery items in display order: recipes and effects alternate. */
export const TEMPLATES: readonly TemplateSeed[] = Array.from({ length: Math.max(EFFECT_ITEMS.length, EXPLORE_ITEMS.length) })
  .flatMap((_, place) => [EFFECT_ITEMS[place], EXPLORE_ITEMS[place]])
  .filter((item) => item !== undefined)
