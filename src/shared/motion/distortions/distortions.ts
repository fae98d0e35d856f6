import type { DistortionKind } from '#shared/motion/distortions/distortion-kinds.ts'
import type { Distort } from '#shared/motion/distortions/distort.ts'
import { breathe, bulge, closer, melt, pulse, stretch, swirl, wobble } from '#shared/motion/distortions/body-distortions.ts'
import { filmJump, handheld, pendulum, roll, shake } from '#shared/motion/distortions/camera-distortions.ts'
import { glitch, kaleidoscope, mirror, tiles } from '#shared/motion/distortions/mirror-distortions.ts'
import { flag, heatHaze, ripple, sway, swell } from '#shared/motion/distortions/water-distortions.ts'

export const DISTORTIONS: Record<DistortionKind, Distort> = {
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
