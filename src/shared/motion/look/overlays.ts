import type { OverlayMaker } from '#shared/motion/look/look-canvas.ts'
import type { OverlayKind } from '#shared/motion/look/overlay-kinds.ts'
import { makeAurora } from '#shared/motion/look/overlays/aurora.ts'
import { makeBokeh } from '#shared/motion/look/overlays/bokeh.ts'
import { makeBubbles } from '#shared/motion/look/overlays/bubbles.ts'
import { makeConfetti } from '#shared/motion/look/overlays/confetti.ts'
import { makeDust } from '#shared/motion/look/overlays/dust.ts'
import { makeEmbers } from '#shared/motion/look/overlays/embers.ts'
import { makeFilmScratches } from '#shared/motion/look/overlays/film-scratches.ts'
import { makeFireflies } from '#shared/motion/look/overlays/fireflies.ts'
import { makeFlash } from '#shared/motion/look/overlays/flash.ts'
import { makeFog } from '#shared/motion/look/overlays/fog.ts'
import { makeGlow } from '#shared/motion/look/overlays/glow.ts'
import { makeGrain } from '#shared/motion/look/overlays/grain.ts'
import { makeHearts } from '#shared/motion/look/overlays/hearts.ts'
import { makeLeaves } from '#shared/motion/look/overlays/leaves.ts'
import { makeLetterbox } from '#shared/motion/look/overlays/letterbox.ts'
import { makeLightLeaks } from '#shared/motion/look/overlays/light-leaks.ts'
import { makeLightning } from '#shared/motion/look/overlays/lightning.ts'
import { makePetals } from '#shared/motion/look/overlays/petals.ts'
import { makeRain } from '#shared/motion/look/overlays/rain.ts'
import { makeScanlines } from '#shared/motion/look/overlays/scanlines.ts'
import { makeSnow } from '#shared/motion/look/overlays/snow.ts'
import { makeSpotlight } from '#shared/motion/look/overlays/spotlight.ts'
import { makeStars } from '#shared/motion/look/overlays/stars.ts'
import { makeVignette } from '#shared/motion/look/overlays/vignette.ts'

/** How each kind of overlay is drawn. */
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
