import { rgb } from '#shared/motion/look/brush.ts'
import { chance } from '../swarm.ts'
import type { LookCanvas, OverlayMaker } from '#shared/motion/look/look-canvas.ts'
import { makeMask } from '#shared/motion/look/mask.ts'
import type { Mask } from '#shared/motion/look/mask.ts'
import { layersWith, mostOf, presence } from '#shared/motion/look/swarm.ts'
import { wave } from '#shared/motion/curves.ts'

const LAYERS = [
  { count: 46, size: 10, seconds: 1.9, opacity: 0.85 },
  { count: 26, size: 22, seconds: 2.3, opacity: 0.95 },
  { count: 9, size: 44, seconds: 2.8, opacity: 1 },
] as const
const COLOURS = [rgb(255, 246, 222), rgb(255, 228, 168), rgb(226, 238, 255)] as const

/** A spark of four rays around a small bright middle. */
function spark({ kernel, unit }: LookCanvas, size: number): Mask {
  const reach = Math.max(3, size * unit)
  const ray = (along: number, aside: number) => {
    const rest = 1 - along / reach
    return rest <= 0 ? 0 : (rest * rest) / (1 + (aside * aside) / (0.006 * reach * reach * rest * rest + 0.08))
  }
  return makeMask(kernel, reach, reach, (x, y) => {
    const [across, down] = [Math.abs(x), Math.abs(y)]
    const halo = Math.max(0, 1 - (x * x + y * y) / (0.36 * reach * reach))
    return Math.min(1, ray(across, down) + ray(down, across) + 0.25 * halo * halo * halo)
  })
}

/** Sparks of light that flare up here and there and go. */
export const makeStars: OverlayMaker = (canvas) => {
  const { width, height, seed, brush } = canvas
  const layers = layersWith(LAYERS, (layer) => ({ mask: spark(canvas, layer.size) }))

  return (seconds, strength) => {
    for (const [depth, { count, seconds: lifeSeconds, opacity, mask }] of layers.entries()) {
      const own = seed + depth * 7919
      for (let index = 0; index < mostOf(count, strength); index++) {
        const way = chance(own, index, -1) + (seconds / lifeSeconds) * (0.6 + 0.8 * chance(own, index, -2))
        const turn = Math.floor(way)
        const life = way - turn
        const hill = 4 * life * (1 - life)
        const flare = hill * hill * (0.88 + 0.12 * wave(seconds * 2.3 + index * 0.31))
        const scale = 0.35 + 0.65 * flare
        const x = chance(own, index, turn) * width
        const y = chance(own, index + 400, turn) * height - life * 10
        const colour = COLOURS[index % COLOURS.length] ?? COLOURS[0]
        brush.turn(mask, x, y, colour, opacity * flare * presence(index, count, strength), 0.15, 0.03 * (life - 0.5), scale, scale)
      }
    }
  }
}
