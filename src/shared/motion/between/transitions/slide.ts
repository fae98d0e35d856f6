import { smoothStep } from '#shared/motion/curves.ts'
import { sampleAt } from '#shared/motion/plane.ts'
import { driftAt, lookThrough } from './transition.ts'
import type { Transition } from '#shared/motion/between/transitions/transition.ts'

/** The slide takes this part of the time around the middle. */
const LENGTH = 0.72
/** How far the pictures move aside, in frame widths, and the softness of the front. */
const WAY = 0.5
const SOFTNESS = 0.3
/** Near things of the first picture hold out longer. */
const HOLD = 0.1

/** The camera goes on aside from one picture to the other; near things pass faster, and a soft front follows. */
export const slide: Transition = ({ stage, scene, depths: [near, far] }) => {
  const { width, height } = stage.frame
  const side = scene.drift.x < 0 ? -1 : 1
  const toDepth = near.height / height
  return (time) => {
    const { first, second } = driftAt(scene, time)
    const gone = smoothStep((time - 0.5) / LENGTH + 0.5)
    const way = (WAY * (0.4 + 0.6 * scene.bend) * side * width) / height
    lookThrough(stage, stage.first, near, { ...first, x: first.x + way * gone * gone })
    lookThrough(stage, stage.second, far, { ...second, x: second.x - way * (1 - gone) * (1 - gone) })
    const front = gone * (1 + SOFTNESS + 2 * HOLD) - SOFTNESS / 2 - HOLD
    for (let row = 0, node = 0; row < stage.rows; row++) {
      for (let column = 0; column < stage.columns; column++, node++) {
        const across = (stage.nodeX[column] ?? 0) / width
        const nearness = sampleAt(near, (stage.first[node * 2] ?? 0) * toDepth, (stage.first[node * 2 + 1] ?? 0) * toDepth)
        const ahead = (side > 0 ? 1 - across : across) + HOLD * (2 * nearness - 1)
        stage.weight[node] = smoothStep((front - ahead) / SOFTNESS + 0.5)
      }
    }
    stage.show()
  }
}
