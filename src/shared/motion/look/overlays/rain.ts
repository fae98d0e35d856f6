import { rgb } from '#shared/motion/look/brush.ts'
import { chance } from '../swarm.ts'
import type { LookCanvas, OverlayMaker } from '#shared/motion/look/look-canvas.ts'
import { coverOf, makeMask } from '#shared/motion/look/mask.ts'
import type { Mask } from '#shared/motion/look/mask.ts'
import { layersWith, mostOf, presence } from '#shared/motion/look/swarm.ts'

/** From far to near: how many, how long and thick a streak is (units), how fast (units a second). */
const LAYERS = [
  { count: 330, length: 24, thickness: 0.9, speed: 820, opacity: 0.36 },
  { count: 190, length: 46, thickness: 1.3, speed: 1250, opacity: 0.5 },
  { count: 66, length: 84, thickness: 1.8, speed: 1750, opacity: 0.52 },
  { count: 14, length: 150, thickness: 3.2, speed: 2500, opacity: 0.34 },
] as const
const COLOUR = rgb(222, 232, 246)
const COVER = 0.55
const LEAST_SLANT = 0.06
const SLANT_ROOM = 0.12
const THINNEST_PX = 0.8
/** What rain does to the light behind it. */
const MIST = { part: 0.14, red: 0.5, green: 0.55, blue: 0.62, dim: 0.9 }

/** A slanted streak that tapers to both ends. */
function streak({ kernel, unit }: LookCanvas, length: number, thickness: number, slant: number): Mask {
  const half = (length * unit) / 2
  const thick = Math.max(THINNEST_PX, thickness * unit)
  const light = (thickness * unit) / thick
  return makeMask(kernel, half * Math.abs(slant) + thick + 1, half, (x, y) => {
    const along = y / half
    const taper = 1 - along * along
    return taper <= 0 ? 0 : light * taper * coverOf(Math.abs(x - y * slant) - thick / 2, 1.2)
  })
}

/** Streaks in four depths, slanted by one wind, before a slight mist. */
export const makeRain: OverlayMaker = (canvas) => {
  const { width, height, seed, brush } = canvas
  const soft = canvas.needSoft()
  const lean = LEAST_SLANT + SLANT_ROOM * chance(seed, 0, 0)
  const slant = chance(seed, 1, 0) < 0.5 ? lean : -lean
  const layers = layersWith(LAYERS, (layer) => ({ mask: streak(canvas, layer.length, layer.thickness, slant) }))

  return (seconds, strength) => {
    const veil = Math.min(1, strength)
    for (let node = 0; node < soft.columns * soft.rows; node++) {
      soft.dim(node, 1 - veil * (1 - MIST.dim))
      soft.veil(node, veil * MIST.part, MIST.red, MIST.green, MIST.blue)
    }
    for (const [depth, { count, length, speed, opacity, mask }] of layers.entries()) {
      const spanY = height + 2 * length
      const spanX = width + Math.abs(slant) * spanY
      const own = seed + depth * 7919
      for (let index = 0; index < mostOf(count, strength); index++) {
        const way = chance(own, index, -1) + (seconds * speed * (0.9 + 0.2 * chance(own, index, -2))) / spanY
        const turn = Math.floor(way)
        const fallen = (way - turn) * spanY
        const x = chance(own, index, turn) * spanX + slant * fallen - (slant > 0 ? slant * spanY : 0)
        const bright = 0.5 + 0.5 * chance(own, index + 5000, turn)
        brush.stamp(mask, x, fallen - length, COLOUR, opacity * bright * presence(index, count, strength), COVER)
      }
    }
  }
}
