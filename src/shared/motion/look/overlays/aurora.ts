import { chance } from '../swarm.ts'
import { makeCloudTile } from '#shared/motion/look/cloud-tile.ts'
import type { OverlayMaker } from '#shared/motion/look/look-canvas.ts'
import { rise } from '#shared/motion/look/swarm.ts'
import { wave } from '#shared/motion/curves.ts'

/** Curtains: where their foot hangs (parts of the height), how tall they are, how fast their folds go, colours of foot and crown. */
const CURTAINS = [
  { foot: 0.36, tall: 0.42, pace: 1, power: 1.1, low: [0.1, 0.95, 0.5], high: [0.42, 0.16, 0.8] },
  { foot: 0.24, tall: 0.32, pace: -0.7, power: 0.9, low: [0.08, 0.8, 0.78], high: [0.7, 0.16, 0.62] },
] as const
const DIM = 0.2

/** Curtains of northern light in the upper half, whose folds wander and whose rays flicker slowly. */
export const makeAurora: OverlayMaker = ({ width, seed, needSoft }) => {
  const soft = needSoft()
  const clouds = makeCloudTile(seed)
  const start = chance(seed, 0, 0)
  const foot = new Float32Array(soft.columns)
  const power = new Float32Array(soft.columns)

  return (seconds, strength) => {
    const dim = 1 - DIM * Math.min(1, strength)
    for (let node = 0; node < soft.columns * soft.rows; node++) soft.dim(node, dim)
    for (const [index, curtain] of CURTAINS.entries()) {
      for (let column = 0; column < soft.columns; column++) {
        const x = (soft.placeX[column] ?? 0) * (width / 1280)
        const fold =
          wave(x * 0.9 + seconds * 0.05 * curtain.pace + start + index * 0.4) +
          0.5 * wave(x * 2.1 - seconds * 0.08 * curtain.pace + start * 3)
        foot[column] = curtain.foot + 0.09 * fold
        const rays = clouds.at(x * 1.6 + seconds * 0.03 * curtain.pace + start, seconds * 0.05 + index * 0.5)
        const band = clouds.at(x * 0.35 - seconds * 0.02 * curtain.pace, seconds * 0.03 + 0.3)
        power[column] = strength * curtain.power * rise(rays, 0.12, 0.85) * (0.35 + 0.65 * rise(band, 0.3, 0.65))
      }
      for (let row = 0, node = 0; row < soft.rows; row++) {
        const y = soft.placeY[row] ?? 0
        for (let column = 0; column < soft.columns; column++, node++) {
          const up = ((foot[column] ?? 0) - y) / curtain.tall
          if (up <= -0.14 || up >= 1) continue
          const light = (power[column] ?? 0) * (up < 0 ? rise(up, -0.14, 0) : (1 - up) * (1 - up))
          const crown = up < 0 ? 0 : up
          const part = (channel: 0 | 1 | 2) =>
            Math.min(1, light * (curtain.low[channel] * (1 - crown) + curtain.high[channel] * crown * 1.6))
          soft.shine(node, part(0), part(1), part(2))
        }
      }
    }
  }
}
