import { hill, driftAt, lookThrough } from './transition.ts'
import { smoothStep } from '#shared/motion/curves.ts'
import { sampleAt } from '#shared/motion/plane.ts'
import type { Transition } from '#shared/motion/between/transitions/transition.ts'

/** The front goes through depth in this part of the way, this soft. */
const BEGIN = 0.14
const END = 0.86
const SOFTNESS = 0.34
const GLOW = 0.16
const GLOW_COLOUR = [1, 0.9, 0.76] as const

/** One picture gives way to the other by depth, behind a faint glow. */
export const depthDissolve: Transition = ({ stage, scene, depths: [near, far] }) => {
  const towardsNear = scene.order >= 0 ? 1 : -1
  return (time) => {
    const { part, first, second } = driftAt(scene, time)
    lookThrough(stage, stage.first, near, first)
    lookThrough(stage, stage.second, far, second)
    const front = ((part - BEGIN) / (END - BEGIN)) * (1 + SOFTNESS)
    const toDepth = near.height / stage.frame.height
    for (let node = 0; node < stage.weight.length; node++) {
      const a = sampleAt(near, (stage.first[node * 2] ?? 0) * toDepth, (stage.first[node * 2 + 1] ?? 0) * toDepth)
      const b = sampleAt(far, (stage.second[node * 2] ?? 0) * toDepth, (stage.second[node * 2 + 1] ?? 0) * toDepth)
      const order = 0.5 - towardsNear * ((a + b) / 2 - 0.5)
      const weight = smoothStep((front - order) / SOFTNESS)
      stage.weight[node] = weight
      stage.light[node] = GLOW * hill(2 * weight - 1)
    }
    stage.show()
    if (part > BEGIN && part < END) stage.shine(GLOW_COLOUR)
  }
}
