import { makeRandom } from '#shared/motion/random.ts'

const STEP_MIX = 0x9e3779b1
const CHANCE_MIX = 0x85ebca6b

/** A number in 0..1 that depends on a whole number and a chance alone. */
export function chanceOf(step: number, chance: number): number {
  return makeRandom(Math.imul(step, STEP_MIX) ^ Math.imul(Math.floor(chance * 1_000_003), CHANCE_MIX))()
}
