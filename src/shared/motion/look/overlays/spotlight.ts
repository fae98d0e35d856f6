import { chance } from '../swarm.ts'
import type { OverlayMaker } from '#shared/motion/look/look-canvas.ts'
import { rise } from '#shared/motion/look/swarm.ts'
import { wave } from '#shared/motion/curves.ts'

const RADIUS = 300
const SOFT_EDGE = 190
const DARKNESS = 0.72
const LIGHT = [0.1, 0.085, 0.05] as const
const BRIGHTER = 0.16

/** A round light that wanders slowly; the rest falls into the dark. */
export const makeSpotlight: OverlayMaker = ({ width, height, seed, needSoft }) => {
  const soft = needSoft()
  const phase = chance(seed, 0, 0)

  return (seconds, strength) => {
    const part = Math.min(1.3, strength)
    const middleX = width * (0.5 + 0.17 * wave(seconds * 0.09 + phase))
    const middleY = height * (0.47 + 0.1 * wave(seconds * 0.13 + phase * 3))
    for (let row = 0, node = 0; row < soft.rows; row++) {
      const down = (soft.placeY[row] ?? 0) * height - middleY
      for (let column = 0; column < soft.columns; column++, node++) {
        const across = (soft.placeX[column] ?? 0) * width - middleX
        const lit = 1 - rise(Math.sqrt(across * across + down * down), RADIUS - SOFT_EDGE, RADIUS + SOFT_EDGE)
        soft.dim(node, 1 + part * (lit * BRIGHTER - (1 - lit) * DARKNESS))
        soft.shine(node, part * lit * LIGHT[0], part * lit * LIGHT[1], part * lit * LIGHT[2])
      }
    }
  }
}
