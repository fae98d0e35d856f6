import type { BendKind } from '#shared/motion/bends/bend-kinds.ts'
import type { Bender } from '#shared/motion/bends/bender.ts'
import { breathe, bulge, closer, melt, pulse, stretch, swirl, wobble } from '#shared/motion/bends/body-bends.ts'
import { filmJump, handheld, pendulum, roll, shake } from '#shared/motion/bends/camera-bends.ts'
import { glitch, kaleidoscope, mirror, tiles } from '#shared/motion/bends/mirror-bends.ts'
import { flag, heatHaze, ripple, sway, swell } from '#shared/motion/bends/water-bends.ts'

export const BENDERS: Record<BendKind, Bender> = {
  handheld,
  shake,
  roll,
  pendulum,
  'film-jump': filmJump,
  ripple,
  'heat-haze': heatHaze,
  swell,
  sway,
  flag,
  closer,
  breathe,
  pulse,
  bulge,
  swirl,
  wobble,
  stretch,
  melt,
  mirror,
  kaleidoscope,
  tiles,
  glitch,
}
