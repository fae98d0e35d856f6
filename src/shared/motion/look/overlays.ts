import type { OverlayMaker } from '#shared/motion/look/look-canvas.ts'
import type { OverlayKind } from '#shared/motion/look/overlay-kinds.ts'
import { makeAurora, makeGlow, makeLightLeaks, makeSpotlight } from './overlays/lights.ts'
import { makeBokeh, makeConfetti, makeDust, makeFireflies, makeStars } from './overlays/sparkles.ts'
import { makeBubbles, makeEmbers, makeHearts } from './overlays/rising.ts'
import { makeFilmScratches, makeFlash, makeGrain, makeLetterbox, makeScanlines, makeVignette } from './overlays/film.ts'
import { makeFog, makeLightning, makeRain } from './overlays/weather.ts'
import { makeLeaves, makePetals, makeSnow } from './overlays/falling.ts'

/** The painter of each kind of overlay. */
export const OVERLAYS: Record<OverlayKind, OverlayMaker> = {
  rain: makeRain,
  snow: makeSnow,
  embers: makeEmbers,
  fog: makeFog,
  'light-leaks': makeLightLeaks,
  grain: makeGrain,
  bokeh: makeBokeh,
  confetti: makeConfetti,
  petals: makePetals,
  vignette: makeVignette,
  glow: makeGlow,
  flash: makeFlash,
  letterbox: makeLetterbox,
  dust: makeDust,
  leaves: makeLeaves,
  fireflies: makeFireflies,
  hearts: makeHearts,
  stars: makeStars,
  bubbles: makeBubbles,
  aurora: makeAurora,
  spotlight: makeSpotlight,
  scanlines: makeScanlines,
  'film-scratches': makeFilmScratches,
  lightning: makeLightning,
}
