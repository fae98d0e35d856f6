import { makeRandom } from '../random.ts'
import { wave } from '../curves.ts'

/** The position that a node of the frame samples, in picture heights from the picture's centre, y down. Distortions move it. */
export interface SourcePoint {
  x: number
  y: number
}

/** The input of a distortion for a frame. */
export interface DistortionInput {
  /** The time since the first frame. */
  readonly seconds: number
  readonly strength: number
  /** The seed of random choices, from 0 to below 1. */
  readonly chance: number
  /** Width of the picture divided by its height. */
  readonly aspect: number
}

/** Prepares a frame's distortion once; the returned function runs for every node. Strength 0 must change nothing. */
export type Distort = (input: DistortionInput) => (point: SourcePoint) => void

const STEP_MIX = 0x9e3779b1
const CHANCE_MIX = 0x85ebca6b

/** A hash in 0..1 of a whole number and of the seed `chance`. */
export function chanceOf(step: number, chance: number): number {
  return makeRandom(Math.imul(step, STEP_MIX) ^ Math.imul(Math.floor(chance * 1_000_003), CHANCE_MIX))()
}

/** The frequency and amplitude of each octave; no whole ratios, so that the sum repeats only after minutes. */
const OCTAVES = [
  [1, 0.55],
  [2.17, 0.27],
  [4.63, 0.12],
  [9.41, 0.06],
] as const
const GOLDEN_RATIO = 0.618034

/** Smooth noise between -1 and 1 with about `perSecond` oscillations; `chance` selects another curve. */
export function driftAt(seconds: number, perSecond: number, chance: number): number {
  let sum = 0
  let phase = chance
  for (const [frequency, share] of OCTAVES) {
    sum += share * wave(seconds * perSecond * frequency + phase)
    phase += chance * 7 + GOLDEN_RATIO
  }
  return sum
}
