import { wave } from '#shared/motion/wave.ts'

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
