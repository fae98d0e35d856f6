import { chance } from '#shared/motion/look/chance.ts'
import type { OverlayMaker } from '#shared/motion/look/look-canvas.ts'
import { rise } from '#shared/motion/look/swarm.ts'

const SLOT_SECONDS = 2.2
/** Flashes of one strike: when after its start, how bright, how long they fade. */
const FLASHES = [
  { at: 0, power: 0.75, fade: 0.14 },
  { at: 0.16, power: 1, fade: 0.3 },
  { at: 0.42, power: 0.4, fade: 0.5 },
] as const
const COLOUR = [0.66, 0.74, 0.95] as const
const DARK = 0.26

function brightness(since: number): number {
  let sum = 0
  for (const { at, power, fade } of FLASHES) {
    const rest = 1 - (since - at) / fade
    if (since >= at && rest > 0) sum += power * rest * rest
  }
  return sum
}

/** A darkened sky that a strike somewhere behind it lights up now and then. */
export const makeLightning: OverlayMaker = ({ width, height, seed, needSoft }) => {
  const soft = needSoft()

  return (seconds, strength) => {
    const part = Math.min(1.3, strength)
    const slot = Math.floor(seconds / SLOT_SECONDS)
    const start = (slot + 0.1 + 0.4 * chance(seed, slot, 0)) * SLOT_SECONDS
    const power = brightness(seconds - start) * (0.6 + 0.4 * chance(seed, slot, 1))
    const strikeX = chance(seed, slot, 2) * width
    for (let row = 0, node = 0; row < soft.rows; row++) {
      const y = soft.placeY[row] ?? 0
      const high = 1 - rise(y, 0, 1.1)
      for (let column = 0; column < soft.columns; column++, node++) {
        const across = ((soft.placeX[column] ?? 0) * width - strikeX) / 900
        const down = (y * height + 60) / 640
        const near = Math.max(0, 1 - across * across - down * down)
        const light = Math.min(0.95, part * power * (0.14 + 0.22 * high + 0.5 * near))
        soft.dim(node, 1 - part * DARK * (0.6 + 0.4 * high) + part * power * 0.5)
        soft.shine(node, light * COLOUR[0], light * COLOUR[1], light * COLOUR[2])
      }
    }
  }
}
