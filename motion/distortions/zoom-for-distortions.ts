import type { DistortionKind } from '../vocabulary/distortion-kinds.ts'
import { CLOSER_ZOOM } from './body-distortions.ts'
import type { Distortion, CameraScene } from '#motion/motion-plan.ts'
import { type Track, mapTrack, peakOf } from '#motion/keyframes.ts'

/**
 * The distance, in picture heights, by which a distortion of strength 1 moves sample positions outwards at the picture's sides. 0 if it
 * moves them inwards, not at all, or mirrors them on purpose.
 */
const REACH: Record<DistortionKind, number> = {
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
/** The view is narrowed at most to this share, to hide the mirrored sides of the picture. Stronger distortions show these sides. */
const MIN_VIEW_FACTOR = 0.72

/** The scene with a tighter view, so that the picture's distortions hardly sample outside the picture. */
export function zoomForDistortions(scene: CameraScene, distortions: readonly Distortion[], aspect: number): CameraScene {
  const reach = distortions.reduce((sum, { kind, strength }) => sum + REACH[kind] * peakOf(strength), 0)
  const halfSide = Math.min(1, aspect) / 2
  const scale = Math.max(MIN_VIEW_FACTOR, 1 - reach / (halfSide * Math.min(scene.from.view, scene.to.view)))
  return { ...scene, from: { ...scene.from, view: scene.from.view * scale }, to: { ...scene.to, view: scene.to.view * scale } }
}

/** Distortions of one strength, preceded by the zoom that hides their edges. At strength 0 the whole picture is visible. */
export function zoomAndDistort(kinds: readonly DistortionKind[], strength: Track, aspect: number): readonly Distortion[] {
  const distortions = kinds.map((kind) => ({ kind, strength }))
  const zoomShare = Math.min(1 - MIN_VIEW_FACTOR, kinds.reduce((sum, kind) => sum + REACH[kind], 0) / (Math.min(1, aspect) / 2))
  if (zoomShare === 0) return distortions
  return [{ kind: 'closer', strength: mapTrack(strength, (value) => (value * zoomShare) / CLOSER_ZOOM) }, ...distortions]
}
