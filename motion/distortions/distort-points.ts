import { type SourcePoint, type Distort, chanceOf } from './distort.ts'
import type { DistortionKind } from '../vocabulary/distortion-kinds.ts'
import type { Distortion } from '#motion/motion-plan.ts'
import type { Size } from '#motion/pixels.ts'
import { valueAt } from '#motion/keyframes.ts'
import { breathe, bulge, closer, melt, pulse, stretch, swirl, wobble } from './body-distortions.ts'
import { filmJump, handheld, pendulum, roll, shake } from './camera-distortions.ts'
import { glitch, kaleidoscope, mirror, tiles } from './mirror-distortions.ts'
import { flag, heatHaze, ripple, sway, swell } from './water-distortions.ts'

/** A frame to distort: the distortions of its video, and its time. */
export interface DistortedFrame {
  readonly distortions: readonly Distortion[]
  /** The time of the frame, 0 at the first frame and 1 at the last. */
  readonly time: number
  readonly durationSeconds: number
  readonly seed: number
}

/** The share of each side of the source that is never sampled, so that no sample is exactly at the edge. */
const EDGE_MARGIN = 0.002

/** A position along one side, mirrored back inside at both ends. */
function fold(position: number, side: number): number {
  const margin = (side - 1) * EDGE_MARGIN
  const innerSide = (side - 1) * (1 - 2 * EDGE_MARGIN)
  const offset = position - margin
  const lap = offset - Math.floor(offset / (2 * innerSide)) * 2 * innerSide
  return margin + (lap <= innerSide ? lap : 2 * innerSide - lap)
}

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

/**
 * Moves the sample positions of grid nodes, in pixels of the source: x, y pairs, which it overwrites. Positions outside the picture are
 * mirrored back. If all strengths are 0, nothing changes. Rule: docs/motion.md, "Effects".
 */
export function distortPoints(positions: Float64Array, source: Size, { distortions, time, durationSeconds, seed }: DistortedFrame): void {
  const aspect = source.width / source.height
  const distorts = distortions.flatMap(({ kind, strength: track }, index) => {
    const strength = valueAt(track, time)
    const input = { seconds: time * durationSeconds, strength, chance: chanceOf(seed, index * 0.1), aspect }
    return strength === 0 ? [] : [DISTORTIONS[kind](input)]
  })
  if (distorts.length === 0) return
  const middleX = (source.width - 1) / 2
  const middleY = (source.height - 1) / 2
  const point: SourcePoint = { x: 0, y: 0 }
  for (let at = 0; at < positions.length; at += 2) {
    point.x = ((positions[at] ?? 0) - middleX) / source.height
    point.y = ((positions[at + 1] ?? 0) - middleY) / source.height
    for (const distort of distorts) distort(point)
    positions[at] = fold(middleX + point.x * source.height, source.width)
    positions[at + 1] = fold(middleY + point.y * source.height, source.height)
  }
}
