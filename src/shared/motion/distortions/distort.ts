import { makeRandom } from '../random.ts'
import { wave } from '../curves.ts'

/** Where a node of the frame looks, in picture heights from the picture's middle, y down. Benders move it. */
export interface SourcePoint {
  x: number
  y: number
}

/** What a movement knows when a frame is drawn. */
export interface DistortionInput {
  /** Since the first frame. */
  readonly seconds: number
  readonly strength: number
  /** 0 to below 1; decides what is left to chance. */
  readonly chance: number
  /** Width of the picture divided by its height. */
  readonly aspect: number
}

/** Prepares a frame's movement once; what it returns is called for every node. Strength 0 must leave every place as it is. */
export type Distort = (moment: DistortionInput) => (place: SourcePoint) => void

const STEP_MIX = 0x9e3779b1
const CHANCE_MIX = 0x85ebca6b

/** A number in 0..1 that depends on a whole number and a chance alone. */
export function chanceOf(step: number, chance: number): number {
  return makeRandom(Math.imul(step, STEP_MIX) ^ Math.imul(Math.floor(chance * 1_000_003), CHANCE_MIX))()
}

/** Times faster and weaker each octave is; no whole ratios, so that the sum comes back to itself only after minutes. */
const OCTAVES = [
  [1, 0.55],
  [2.17, 0.27],
  [4.63, 0.12],
  [9.41, 0.06],
] as const
const GOLDEN = 0.618034

/** Smooth wandering between -1 and 1 without a jump in speed, about `perSecond` times to and fro; `chance` picks another way. */
export function drift(seconds: number, perSecond: number, chance: number): number {
  let sum = 0
  let phase = chance
  for (const [faster, share] of OCTAVES) {
    sum += share * wave(seconds * perSecond * faster + phase)
    phase += chance * 7 + GOLDEN
  }
  return sum
}
