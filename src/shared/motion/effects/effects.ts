import { CAMERA_EFFECTS } from '#shared/motion/effects/camera-effects.ts'
import type { Effect } from '#shared/motion/effects/effect.ts'
import { FILM_EFFECTS } from '#shared/motion/effects/film-effects.ts'
import { LIGHT_EFFECTS } from '#shared/motion/effects/light-effects.ts'
import { PLAYFUL_EFFECTS } from '#shared/motion/effects/playful-effects.ts'
import { WEATHER_EFFECTS } from '#shared/motion/effects/weather-effects.ts'
import { WONDER_EFFECTS } from '#shared/motion/effects/wonder-effects.ts'

/** All effects. Rule: docs/rules.md, "Effects". */
export const EFFECTS: readonly Effect[] = [
  ...LIGHT_EFFECTS,
  ...WEATHER_EFFECTS,
  ...CAMERA_EFFECTS,
  ...FILM_EFFECTS,
  ...WONDER_EFFECTS,
  ...PLAYFUL_EFFECTS,
]
