import { CAMERA_EFFECTS } from './camera-effects.ts'
import type { Effect } from './effect.ts'
import { FILM_EFFECTS } from './film-effects.ts'
import { LIGHT_EFFECTS } from './light-effects.ts'
import { PLAYFUL_EFFECTS } from './playful-effects.ts'
import { WEATHER_EFFECTS } from './weather-effects.ts'
import { WONDER_EFFECTS } from './wonder-effects.ts'

/** All effects. Rule: docs/motion.md, "Effects". */
export const EFFECTS: readonly Effect[] = [
  ...LIGHT_EFFECTS,
  ...WEATHER_EFFECTS,
  ...CAMERA_EFFECTS,
  ...FILM_EFFECTS,
  ...WONDER_EFFECTS,
  ...PLAYFUL_EFFECTS,
]

/** The effect with this template id; null if there is none. */
export function findEffect(id: string): Effect | null {
  return EFFECTS.find((effect) => effect.id === id) ?? null
}
