import type { Effect } from '#shared/motion/effects/effect.ts'
import { EFFECTS } from '#shared/motion/effects/effects.ts'

/** The effect of a template id, or null when there is none. */
export function findEffect(id: string): Effect | null {
  return EFFECTS.find((effect) => effect.id === id) ?? null
}
