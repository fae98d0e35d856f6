import { rgb } from '#shared/motion/look/brush.ts'
import { chance } from '../swarm.ts'
import type { OverlayMaker } from '#shared/motion/look/look-canvas.ts'
import { softDot } from '#shared/motion/look/mask.ts'
import { layersWith, mostOf, presence } from '#shared/motion/look/swarm.ts'
import { wave } from '#shared/motion/curves.ts'

const LAYERS = [
  { count: 30, core: 1.8, halo: 9, roam: 40 },
  { count: 20, core: 2.8, halo: 17, roam: 70 },
  { count: 7, core: 4.4, halo: 32, roam: 110 },
] as const
const CORE = rgb(250, 255, 190)
const HALO = rgb(170, 232, 60)
const LIFE_SECONDS = 4.2
/** They keep to the lower part of the frame. */
const TOP = 0.22

/** Small green lights that wander, light up and go out. */
export const makeFireflies: OverlayMaker = ({ kernel, unit, width, height, seed, brush }) => {
  const layers = layersWith(LAYERS, (layer) => ({ dot: softDot(kernel, layer.core * unit), glow: softDot(kernel, layer.halo * unit) }))

  return (seconds, strength) => {
    for (const [depth, { count, roam, dot, glow }] of layers.entries()) {
      const own = seed + depth * 7919
      for (let index = 0; index < mostOf(count, strength); index++) {
        const way = chance(own, index, -1) + (seconds / LIFE_SECONDS) * (0.7 + 0.6 * chance(own, index, -2))
        const turn = Math.floor(way)
        const life = way - turn
        const hill = 4 * life * (1 - life)
        const bright = hill * hill * (0.9 + 0.1 * wave(seconds * 3.1 + index * 0.37)) * presence(index, count, strength)
        const phase = chance(own, index + 300, turn)
        const x = chance(own, index, turn) * width + roam * (wave(seconds * 0.13 + phase) + 0.4 * wave(seconds * 0.37 + phase * 7))
        const place = TOP + (1 - TOP) * chance(own, index + 200, turn)
        const y = place * height + 0.6 * roam * (wave(seconds * 0.17 + phase * 3) + 0.4 * wave(seconds * 0.41 + phase * 5))
        brush.stamp(glow, x, y, HALO, 0.6 * bright, 0)
        brush.stamp(dot, x, y, CORE, bright, 0.4)
        brush.stamp(dot, x, y, HALO, 0.7 * bright, 0)
      }
    }
  }
}
