import { rgb } from '#shared/motion/look/brush.ts'
import { chance } from '../swarm.ts'
import type { LookCanvas, OverlayMaker } from '#shared/motion/look/look-canvas.ts'
import { coverOf, makeMask } from '#shared/motion/look/mask.ts'
import type { Mask } from '#shared/motion/look/mask.ts'
import { layersWith, mostOf, presence } from '#shared/motion/look/swarm.ts'
import { wave } from '#shared/motion/curves.ts'

const LAYERS = [
  { count: 34, radius: 6, speed: 46, sway: 9 },
  { count: 18, radius: 12, speed: 70, sway: 16 },
  { count: 9, radius: 24, speed: 100, sway: 26 },
  { count: 3, radius: 46, speed: 140, sway: 38 },
] as const
const RIMS = [rgb(206, 240, 255), rgb(232, 222, 255), rgb(214, 255, 240)] as const
const LIGHT = rgb(255, 255, 255)
const MARGIN = 70

/** A thin skin, bright at the rim. */
function skin({ kernel, unit }: LookCanvas, radius: number): Mask {
  const reach = radius * unit
  return makeMask(kernel, reach + 1, reach + 1, (x, y) => {
    const distance = Math.sqrt(x * x + y * y)
    const part = Math.min(1, distance / reach)
    const [p4, p8] = [part * part * part * part, part * part * part * part * part * part * part * part]
    return coverOf(distance - reach) * (0.06 + 0.24 * p4 + 0.55 * p8 * p4)
  })
}

/** A window's light at the upper left and its echo at the lower right. */
function shine({ kernel, unit }: LookCanvas, radius: number): Mask {
  const reach = radius * unit
  const spot = (x: number, y: number, middleX: number, middleY: number, size: number) => {
    const [dx, dy] = [(x / reach - middleX) / size, (y / reach - middleY) / size]
    const rest = 1 - dx * dx - dy * dy + dx * dy
    return rest > 0 ? rest * rest : 0
  }
  return makeMask(kernel, reach + 1, reach + 1, (x, y) => Math.min(1, spot(x, y, -0.42, -0.46, 0.24) + 0.5 * spot(x, y, 0.46, 0.5, 0.16)))
}

/** Bubbles that wobble upwards. */
export const makeBubbles: OverlayMaker = (canvas) => {
  const { width, height, seed, brush } = canvas
  const layers = layersWith(LAYERS, (layer) => ({ skin: skin(canvas, layer.radius), shine: shine(canvas, layer.radius) }))
  const spanY = height + 2 * MARGIN

  return (seconds, strength) => {
    for (const [depth, { count, speed, sway, skin: film, shine: light }] of layers.entries()) {
      const own = seed + depth * 7919
      for (let index = 0; index < mostOf(count, strength); index++) {
        const way = chance(own, index, -1) + (seconds * speed * (0.75 + 0.5 * chance(own, index, -2))) / spanY
        const turn = Math.floor(way)
        const phase = chance(own, index, -3)
        const x =
          chance(own, index, turn) * width + sway * (wave(seconds * (0.3 + 0.2 * phase) + phase) + 0.3 * wave(seconds * 0.9 + phase * 5))
        const y = height + MARGIN - (way - turn) * spanY
        const wobble = 0.035 * wave(seconds * 1.4 + phase * 3)
        const size = 0.72 + 0.4 * chance(own, index, -4)
        const seen = presence(index, count, strength)
        brush.turn(film, x, y, RIMS[index % RIMS.length] ?? LIGHT, seen, 0.2, 0, size * (1 + wobble), size * (1 - wobble))
        brush.turn(light, x, y, LIGHT, 0.85 * seen, 0.4, 0, size, size)
      }
    }
  }
}
