import { chance } from '../swarm.ts'
import type { OverlayMaker } from '#shared/motion/look/look-canvas.ts'
import { wave } from '#shared/motion/curves.ts'

/** Each leak: where on the frame's edge it stands (0..1), how far it reaches (units), how long one breath takes, its colour. */
const LEAKS = [
  { side: -0.06, height: 0.3, reachX: 520, reachY: 640, seconds: 5.2, colour: [0.95, 0.36, 0.1] },
  { side: 1.05, height: 0.72, reachX: 640, reachY: 520, seconds: 7.1, colour: [0.9, 0.2, 0.22] },
  { side: 0.82, height: -0.12, reachX: 700, reachY: 380, seconds: 6.1, colour: [1, 0.66, 0.22] },
  { side: 0.12, height: 1.1, reachX: 460, reachY: 330, seconds: 4.3, colour: [0.6, 0.12, 0.5] },
] as const
const WANDER = 0.14

/** Warm light that seeps in from the edges, swells and goes, as in an old camera. */
export const makeLightLeaks: OverlayMaker = ({ width, height, seed, needSoft }) => {
  const soft = needSoft()
  const mirrored = chance(seed, 0, 0) < 0.5
  const phase = chance(seed, 1, 0)

  return (seconds, strength) => {
    for (const [index, { reachX, reachY, colour, ...leak }] of LEAKS.entries()) {
      const turns = seconds / leak.seconds + phase + index * 0.37
      const side = leak.side + WANDER * wave(turns * 0.5)
      const x = (mirrored ? 1 - side : side) * width
      const y = (leak.height + WANDER * wave(turns * 0.7 + 0.2)) * height
      const power = strength * (0.58 + 0.42 * wave(turns))
      for (let row = 0, node = 0; row < soft.rows; row++) {
        const down = ((soft.placeY[row] ?? 0) * height - y) / reachY
        for (let column = 0; column < soft.columns; column++, node++) {
          const across = ((soft.placeX[column] ?? 0) * width - x) / reachX
          const rest = 1 - (across * across + down * down)
          if (rest <= 0) continue
          const light = Math.min(0.96, power * rest * rest)
          const hot = light * rest
          soft.shine(node, light * colour[0], Math.min(1, light * colour[1] + hot * 0.12), Math.min(1, light * colour[2] + hot * 0.08))
        }
      }
    }
  }
}
