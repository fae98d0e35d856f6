import { rgb } from '#shared/motion/look/brush.ts'
import { chance } from '../swarm.ts'
import type { LookCanvas, OverlayMaker } from '#shared/motion/look/look-canvas.ts'
import { coverOf, makeMask } from '#shared/motion/look/mask.ts'
import type { Mask } from '#shared/motion/look/mask.ts'
import { layersWith, mostOf, presence, rise } from '#shared/motion/look/swarm.ts'
import { wave } from '#shared/motion/curves.ts'

const LAYERS = [
  { count: 24, size: 9, blur: 1, speed: 52, sway: 14, opacity: 0.82 },
  { count: 15, size: 16, blur: 1, speed: 80, sway: 22, opacity: 0.92 },
  { count: 7, size: 27, blur: 1.6, speed: 118, sway: 34, opacity: 0.92 },
  { count: 3, size: 58, blur: 18, speed: 180, sway: 50, opacity: 0.5 },
] as const
const COLOURS = [rgb(255, 62, 100), rgb(255, 110, 148), rgb(232, 38, 76), rgb(255, 158, 184)] as const
const SHINE = rgb(255, 236, 240)
const MARGIN = 80

/** Distance to a heart's edge in parts of its size, roughly; negative is inside. */
function heartDistance(x: number, y: number): number {
  const aside = Math.abs(x)
  const up = 0.22 - y
  if (aside + up > 0.5) {
    const [dx, dy] = [aside - 0.48, up - 0.36]
    return Math.sqrt(dx * dx + dy * dy) - 0.5
  }
  const side = (aside - up - 0.86) * Math.SQRT1_2
  return Math.max(side, -up - 0.86)
}

function heart({ kernel, unit }: LookCanvas, size: number, blur: number): Mask {
  const soft = Math.max(1, blur * unit)
  const reach = size * unit
  return makeMask(kernel, reach + soft, reach + soft, (x, y) => coverOf(heartDistance(x / reach, y / reach) * reach, soft))
}

/** The small light on a heart's left lobe. */
function shine({ kernel, unit }: LookCanvas, size: number): Mask {
  const reach = size * unit
  return makeMask(kernel, reach, reach, (x, y) => {
    const [dx, dy] = [x / reach + 0.46, y / reach + 0.28]
    const rest = 1 - (dx * dx + dy * dy) * 22
    return rest > 0 ? rest * rest : 0
  })
}

/** Hearts that swell into view, rise and sway. */
export const makeHearts: OverlayMaker = (canvas) => {
  const { width, height, seed, brush } = canvas
  const layers = layersWith(LAYERS, (layer) => ({ mask: heart(canvas, layer.size, layer.blur), light: shine(canvas, layer.size) }))
  const spanY = height + 2 * MARGIN

  return (seconds, strength) => {
    for (const [depth, { count, speed, sway, opacity, mask, light }] of layers.entries()) {
      const own = seed + depth * 7919
      for (let index = 0; index < mostOf(count, strength); index++) {
        const way = chance(own, index, -1) + (seconds * speed * (0.8 + 0.4 * chance(own, index, -2))) / spanY
        const turn = Math.floor(way)
        const risen = way - turn
        const phase = chance(own, index, -3)
        const swing = wave(seconds * (0.18 + 0.16 * phase) + phase)
        const x = chance(own, index, turn) * width + swing * sway
        const y = height + MARGIN - risen * spanY
        const born = chance(own, index + 700, turn) * 0.5
        const seen = rise(risen, born, born + 0.06) * (1 - rise(risen, 0.7, 0.98))
        const scale = (0.55 + 0.45 * seen) * (1 + 0.05 * wave(seconds * 1.1 + phase * 4)) * (0.8 + 0.35 * chance(own, index, -4))
        const colour = COLOURS[index % COLOURS.length] ?? SHINE
        const part = opacity * seen * presence(index, count, strength)
        brush.turn(mask, x, y, colour, part, 1, 0.04 * swing, scale, scale)
        brush.turn(light, x, y, SHINE, 0.6 * part, 0.4, 0.04 * swing, scale, scale)
      }
    }
  }
}
