import { hill, driftAt, lookThrough } from './transition.ts'
import { smoothStep } from '#shared/motion/curves.ts'
import type { Transition } from '#shared/motion/between/transitions/transition.ts'

const HALF_LENGTH = 0.27
/** The band of light, in frame diagonals, and how much all else is lit. */
const BAND = 0.62
const AROUND = 0.28
const SOFTNESS = 0.4
const COLOUR = [1, 0.66, 0.34] as const

/** A warm burst of light sweeps over the frame and leaves the other picture behind. */
export const lightLeak: Transition = ({ stage, scene, seed, depths: [near, far] }) => {
  const isFromRight = scene.drift.x < 0
  const slant = seed % 2 === 0 ? 0.35 : -0.35
  const { width, height } = stage.frame
  return (time) => {
    const { first, second } = driftAt(scene, time)
    lookThrough(stage, stage.first, near, first)
    lookThrough(stage, stage.second, far, second)
    const away = (time - 0.5) / HALF_LENGTH
    const burst = hill(away)
    const front = 0.5 + away * 0.9
    for (let row = 0, node = 0; row < stage.rows; row++) {
      const lean = ((stage.nodeY[row] ?? 0) / height - 0.5) * slant
      for (let column = 0; column < stage.columns; column++, node++) {
        const across = (stage.nodeX[column] ?? 0) / width
        const behind = front - (isFromRight ? 1 - across : across) - lean
        stage.weight[node] = Math.abs(away) < 1 ? smoothStep(behind / SOFTNESS + 0.5) : away > 0 ? 1 : 0
        stage.light[node] = burst * (AROUND + (1 - AROUND) * hill(behind / BAND)) * 1.25
      }
    }
    stage.show()
    if (burst > 0) stage.shine(COLOUR)
  }
}
