import { chance } from '../swarm.ts'
import { makeCloudTile } from '#shared/motion/look/cloud-tile.ts'
import type { OverlayMaker } from '#shared/motion/look/look-canvas.ts'
import { rise } from '#shared/motion/look/swarm.ts'
import { wave } from '#shared/motion/curves.ts'

/** Sizes of the two banks in units, their ways in units a second. */
const FAR = { size: 1500, speedX: 22, speedY: 2 }
const NEAR = { size: 820, speedX: 58, speedY: -5 }
const DENSEST = 0.78
const COLOUR = [0.84, 0.87, 0.9] as const
/** Thickness above, and what is more of it below. */
const ABOVE = 0.5
const BELOW = 0.65

/** Two banks of fog that drift past each other, thicker below. */
export const makeFog: OverlayMaker = ({ width, height, seed, needSoft }) => {
  const soft = needSoft()
  const clouds = makeCloudTile(seed)
  const way = chance(seed, 0, 0) < 0.5 ? -1 : 1
  const start = chance(seed, 1, 0)

  return (seconds, strength) => {
    const farX = start - (way * seconds * FAR.speedX) / FAR.size
    const nearX = start * 3 - (way * seconds * NEAR.speedX) / NEAR.size
    const lift = 0.04 * wave(seconds * 0.11 + start)
    for (let row = 0, node = 0; row < soft.rows; row++) {
      const y = (soft.placeY[row] ?? 0) * height
      const depth = ABOVE + BELOW * rise((soft.placeY[row] ?? 0) + lift, 0.1, 0.95)
      const farY = (y + seconds * FAR.speedY) / FAR.size
      const nearY = (y * 1.5 + seconds * NEAR.speedY) / NEAR.size
      for (let column = 0; column < soft.columns; column++, node++) {
        const x = (soft.placeX[column] ?? 0) * width
        const far = clouds.at(x / FAR.size + farX, farY)
        const near = clouds.at(x / NEAR.size + nearX + far * 0.12, nearY)
        const bank = rise(far * 0.55 + near * 0.45, 0.3, 0.72)
        soft.veil(node, Math.min(0.92, strength * DENSEST * depth * (0.28 + 0.72 * bank)), COLOUR[0], COLOUR[1], COLOUR[2])
      }
    }
  }
}
