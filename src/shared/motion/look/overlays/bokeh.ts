import { rgb } from '#shared/motion/look/brush.ts'
import { chance } from '../swarm.ts'
import type { OverlayMaker } from '#shared/motion/look/look-canvas.ts'
import { disc } from '#shared/motion/look/mask.ts'
import { layersWith, mostOf, presence } from '#shared/motion/look/swarm.ts'
import { wave } from '#shared/motion/curves.ts'

const LAYERS = [
  { count: 34, radius: 13, softness: 2, drift: 10, opacity: 0.5 },
  { count: 26, radius: 26, softness: 3, drift: 17, opacity: 0.38 },
  { count: 13, radius: 48, softness: 6, drift: 26, opacity: 0.3 },
  { count: 5, radius: 84, softness: 14, drift: 38, opacity: 0.2 },
] as const
const COLOURS = [rgb(255, 196, 120), rgb(255, 226, 176), rgb(255, 150, 130), rgb(255, 172, 205), rgb(160, 206, 255)] as const
const RIM = 0.4
const LIFE_SECONDS = 6

/** Discs of out-of-focus light that drift and come and go. */
export const makeBokeh: OverlayMaker = ({ kernel, unit, width, height, seed, brush }) => {
  const layers = layersWith(LAYERS, (layer) => ({ mask: disc(kernel, layer.radius * unit, Math.max(1, layer.softness * unit), RIM) }))

  return (seconds, strength) => {
    for (const [depth, { count, radius, drift, opacity, mask }] of layers.entries()) {
      const own = seed + depth * 7919
      for (let index = 0; index < mostOf(count, strength); index++) {
        const way = chance(own, index, -1) + (seconds / LIFE_SECONDS) * (0.7 + 0.6 * chance(own, index, -2))
        const turn = Math.floor(way)
        const life = way - turn
        const seen = 4 * life * (1 - life)
        const heading = chance(own, index + 100, turn)
        const x = chance(own, index, turn) * (width + radius) - radius / 2 + (life - 0.5) * drift * 4 * wave(heading)
        const y = chance(own, index + 200, turn) * (height + radius) - radius / 2 - (life - 0.5) * drift * 3
        const shimmer = 0.86 + 0.14 * wave(seconds * 0.5 + chance(own, index, -3))
        const colour = COLOURS[Math.floor(chance(own, index, -4) * COLOURS.length)] ?? COLOURS[0]
        brush.stamp(mask, x, y, colour, opacity * seen * shimmer * presence(index, count, strength), 0.1)
      }
    }
  }
}
