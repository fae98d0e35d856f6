import { rgb } from '#shared/motion/look/brush.ts'
import { chance } from '../swarm.ts'
import type { OverlayMaker } from '#shared/motion/look/look-canvas.ts'
import { softDot } from '#shared/motion/look/mask.ts'
import { layersWith, mostOf, presence, rise } from '#shared/motion/look/swarm.ts'
import { wave } from '#shared/motion/curves.ts'

const LAYERS = [
  { count: 110, core: 1.7, halo: 8, speed: 60, sway: 16 },
  { count: 72, core: 2.6, halo: 14, speed: 105, sway: 28 },
  { count: 20, core: 4.4, halo: 26, speed: 170, sway: 44 },
] as const
const HOT = rgb(255, 224, 150)
const COLOURS = [rgb(255, 150, 46), rgb(255, 112, 28), rgb(255, 78, 18)] as const
const MARGIN = 50
const GLOW = { part: 0.32, red: 1, green: 0.38, blue: 0.08 }

/** Sparks that rise from below, swirl, flicker and burn out, over a low glow. */
export const makeEmbers: OverlayMaker = (canvas) => {
  const { kernel, unit, width, height, seed, brush } = canvas
  const soft = canvas.needSoft()
  const layers = layersWith(LAYERS, (layer) => ({ dot: softDot(kernel, layer.core * unit), glow: softDot(kernel, layer.halo * unit) }))
  const spanY = height + 2 * MARGIN

  function glow(seconds: number, strength: number): void {
    const breath = 0.82 + 0.12 * wave(seconds * 0.7) + 0.06 * wave(seconds * 1.9 + 0.3)
    for (let row = 0, node = 0; row < soft.rows; row++) {
      const low = rise(soft.placeY[row] ?? 0, 0.45, 1.1) * GLOW.part * breath * Math.min(1, strength)
      for (let column = 0; column < soft.columns; column++, node++) soft.shine(node, low * GLOW.red, low * GLOW.green, low * GLOW.blue)
    }
  }

  return (seconds, strength) => {
    glow(seconds, strength)
    for (const [depth, { count, speed, sway, dot, glow: halo }] of layers.entries()) {
      const own = seed + depth * 7919
      for (let index = 0; index < mostOf(count, strength); index++) {
        const pace = 0.7 + 0.6 * chance(own, index, -1)
        const way = chance(own, index, -2) + (seconds * speed * pace) / spanY
        const turn = Math.floor(way)
        const risen = way - turn
        const phase = chance(own, index, -3)
        const swirl =
          wave(seconds * (0.16 + 0.14 * phase) + phase) + 0.45 * wave(seconds * 0.61 + phase * 7) + 0.2 * wave(seconds * 1.3 + phase * 3)
        const burnt = 0.45 + 0.6 * chance(own, index + 900, turn)
        const life = rise(risen, 0, 0.08) * (1 - rise(risen, burnt * 0.5, burnt))
        const flicker = 0.72 + 0.28 * wave(seconds * (1.7 + 2.2 * phase) + phase * 5)
        const bright = life * flicker * presence(index, count, strength)
        const x = chance(own, index, turn) * width + swirl * sway
        const y = height + MARGIN - risen * spanY + 0.4 * sway * wave(seconds * 0.33 + phase * 11)
        const colour = COLOURS[index % COLOURS.length] ?? HOT
        brush.stamp(halo, x, y, colour, 0.5 * bright, 0)
        brush.stamp(dot, x, y, HOT, bright, 0.3)
        brush.stamp(dot, x, y, colour, 0.8 * bright, 0)
      }
    }
  }
}
