import type { BendKind } from '#shared/motion/bends/bend-kinds.ts'
import { CLOSER } from '#shared/motion/bends/body-bends.ts'
import type { Bend, CameraScene } from '#shared/motion/motion-plan.ts'
import type { Track } from '#shared/motion/track.ts'
import { mapped, peakOf } from '#shared/motion/track.ts'

/**
 * How far, in picture heights, a movement of strength 1 leads places at the picture's sides outwards; 0 where it leads them
 * inwards, leaves the sides alone or mirrors them on purpose.
 */
const REACH: Record<BendKind, number> = {
  handheld: 0.03,
  shake: 0.04,
  roll: 0.13,
  pendulum: 0.095,
  'film-jump': 0.004,
  ripple: 0.024,
  'heat-haze': 0.007,
  swell: 0.018,
  sway: 0.025,
  flag: 0.09,
  closer: 0,
  breathe: 0,
  pulse: 0,
  bulge: 0,
  swirl: 0,
  wobble: 0.03,
  stretch: 0.02,
  melt: 0,
  mirror: 0,
  kaleidoscope: 0,
  tiles: 0,
  glitch: 0,
}
/** The closest that the camera comes for it; what is still missing is mirrored at the sides. */
const TIGHTEST = 0.72

/** The scene with its view drawn in, so that the picture's movements hardly lead past its sides. */
export function makeRoom(scene: CameraScene, bends: readonly Bend[], aspect: number): CameraScene {
  const reach = bends.reduce((sum, { kind, strength }) => sum + REACH[kind] * peakOf(strength), 0)
  const halfSide = Math.min(1, aspect) / 2
  const scale = Math.max(TIGHTEST, 1 - reach / (halfSide * Math.min(scene.from.view, scene.to.view)))
  return { ...scene, from: { ...scene.from, view: scene.from.view * scale }, to: { ...scene.to, view: scene.to.view * scale } }
}

/** Movements of one strength, and with it the picture comes closer by as much as they need: at strength 0 it is seen whole. */
export function bendWithRoom(kinds: readonly BendKind[], strength: Track, aspect: number): readonly Bend[] {
  const bends = kinds.map((kind) => ({ kind, strength }))
  const tightening = Math.min(1 - TIGHTEST, kinds.reduce((sum, kind) => sum + REACH[kind], 0) / (Math.min(1, aspect) / 2))
  if (tightening === 0) return bends
  return [{ kind: 'closer', strength: mapped(strength, (value) => (value * tightening) / CLOSER) }, ...bends]
}
