import { rgb } from '#shared/motion/look/brush.ts'
import { chance } from '../swarm.ts'
import type { OverlayMaker } from '#shared/motion/look/look-canvas.ts'
import { softDot } from '#shared/motion/look/mask.ts'
import { layersWith, mostOf, presence, windWay } from '#shared/motion/look/swarm.ts'
import { wave } from '#shared/motion/curves.ts'

/** From far to near: how many, how large (units), how fast (units a second), how far they sway. */
const LAYERS = [
  { count: 420, radius: 2, speed: 34, sway: 5, opacity: 0.6 },
  { count: 240, radius: 3.3, speed: 62, sway: 9, opacity: 0.82 },
  { count: 92, radius: 5.6, speed: 108, sway: 15, opacity: 0.9 },
  { count: 28, radius: 9.5, speed: 170, sway: 22, opacity: 0.62 },
  { count: 9, radius: 22, speed: 260, sway: 30, opacity: 0.34 },
] as const
const SIZES = [0.75, 1, 1.3] as const
const WHITE = rgb(246, 250, 255)
const MARGIN = 60
const WIND = 0.45

/** Flakes in five depths that sway down a slow wind. */
export const makeSnow: OverlayMaker = ({ kernel, unit, width, height, seed, brush }) => {
  const lean = chance(seed, 0, 0) < 0.5 ? -WIND : WIND
  const layers = layersWith(LAYERS, (layer) => ({ masks: SIZES.map((size) => softDot(kernel, layer.radius * size * unit)) }))
  const spanX = width + 2 * MARGIN
  const spanY = height + 2 * MARGIN

  return (seconds, strength) => {
    const carried = lean * windWay(seconds, chance(seed, 1, 0), wave)
    for (const [depth, { count, speed, sway, opacity, masks }] of layers.entries()) {
      for (let index = 0; index < mostOf(count, strength); index++) {
        const own = seed + depth * 7919
        const pace = 0.8 + 0.4 * chance(own, index, -1)
        const way = chance(own, index, -2) + (seconds * speed * pace) / spanY
        const turn = Math.floor(way)
        const mask = masks[index % masks.length]
        if (!mask) continue
        const swing = wave(seconds * (0.12 + 0.2 * chance(own, index, -3)) + chance(own, index, -4))
        const along = (chance(own, index, turn) * spanX + carried * speed * pace) / spanX
        const x = (along - Math.floor(along)) * spanX - MARGIN + swing * sway
        brush.stamp(mask, x, (way - turn) * spanY - MARGIN, WHITE, opacity * presence(index, count, strength), 1)
      }
    }
  }
}
