import type { OverlayMaker } from '#shared/motion/look/look-canvas.ts'

const LEVELS = 16

/** Film grain. */
export const makeGrain: OverlayMaker = (canvas) => {
  const setGrain = canvas.needGrain()
  return (_seconds, strength) => setGrain(strength * LEVELS)
}
