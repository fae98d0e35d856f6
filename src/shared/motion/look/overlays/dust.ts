import { rgb } from '#shared/motion/look/brush.ts'
import { chance } from '../swarm.ts'
import type { OverlayMaker } from '#shared/motion/look/look-canvas.ts'
import { softDot } from '#shared/motion/look/mask.ts'
import { layersWith, mostOf, presence } from '#shared/motion/look/swarm.ts'
import { wave } from '#shared/motion/curves.ts'

const LAYERS = [
  { count: 190, radius: 2.2, drift: 9, roam: 14, opacity: 0.85 },
  { count: 80, radius: 4.2, drift: 15, roam: 24, opacity: 0.8 },
  { count: 26, radius: 12, drift: 26, roam: 40, opacity: 0.34 },
] as const
const COLOUR = rgb(255, 240, 214)
const MARGIN = 50

/** Motes that hang in the light, turn and glint. */
export const makeDust: OverlayMaker = ({ kernel, unit, width, height, seed, brush }) => {
  const layers = layersWith(LAYERS, (layer) => ({ mask: softDot(kernel, layer.radius * unit) }))
  const spanX = width + 2 * MARGIN
  const spanY = height + 2 * MARGIN
  const lean = chance(seed, 0, 0) < 0.5 ? -1 : 1
  const wrapped = (part: number) => part - Math.floor(part)

  return (seconds, strength) => {
    for (const [depth, { count, drift, roam, opacity, mask }] of layers.entries()) {
      const own = seed + depth * 7919
      for (let index = 0; index < mostOf(count, strength); index++) {
        const phase = chance(own, index, -1)
        const pace = 0.5 + chance(own, index, -2)
        const x = wrapped(chance(own, index, -3) + (lean * seconds * drift * pace) / spanX) * spanX - MARGIN
        const y = wrapped(chance(own, index, -4) - (seconds * drift * 0.35 * pace) / spanY) * spanY - MARGIN
        const glint = 0.3 + 0.7 * Math.max(0, wave(seconds * (0.14 + 0.3 * phase) + phase * 9))
        const roamX = wave(seconds * (0.07 + 0.06 * phase) + phase * 3) + 0.4 * wave(seconds * 0.23 + phase * 17)
        const roamY = wave(seconds * (0.06 + 0.07 * phase) + phase * 5) + 0.4 * wave(seconds * 0.19 + phase * 13)
        brush.stamp(mask, x + roam * roamX, y + roam * roamY, COLOUR, opacity * glint * presence(index, count, strength), 0.1)
      }
    }
  }
}
