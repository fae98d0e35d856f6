import type { LookCanvas, OverlayMaker } from '#shared/motion/look/look-canvas.ts'
import { coverOf, makeMask } from '#shared/motion/look/mask.ts'
import type { Mask } from '#shared/motion/look/mask.ts'
import { paintTumbling } from './falling.ts'
import { layersWith } from '#shared/motion/look/swarm.ts'

const COLOURS = [
  [206, 98, 32],
  [226, 148, 44],
  [178, 58, 34],
  [214, 176, 66],
  [142, 84, 40],
] as const
const LAYERS = [
  { count: 38, size: 8, blur: 1.2, speed: 58, sway: 34, turns: 0.2, tilts: 0.34, opacity: 0.92 },
  { count: 24, size: 14, blur: 1.2, speed: 92, sway: 56, turns: 0.22, tilts: 0.36, opacity: 0.97 },
  { count: 11, size: 23, blur: 2, speed: 140, sway: 80, turns: 0.24, tilts: 0.38, opacity: 0.97 },
  { count: 3, size: 54, blur: 20, speed: 220, sway: 110, turns: 0.18, tilts: 0.3, opacity: 0.62 },
] as const

/** A pointed leaf with a stalk and a paler vein. */
function leaf({ kernel, unit }: LookCanvas, size: number, blur: number): Mask {
  const reach = size * unit
  const soft = Math.max(1, blur * unit)
  return makeMask(kernel, reach + soft, reach * 0.6 + soft, (x, y) => {
    const along = (x / reach + 0.18) / 0.82
    const aside = Math.abs(y) / reach
    const body = along > -1 && along < 1 ? 0.46 * (1 - along * along) * (1 - 0.3 * along) : -1
    const stalk = Math.max(aside - 0.035, x / reach - 1, -x / reach)
    const blade = coverOf(Math.min(aside - body, stalk) * reach, soft)
    const vein = coverOf((aside - 0.02) * reach, 1.4) * 0.22
    return blade * (1 - vein)
  })
}

/** Autumn leaves that tumble on the wind. */
export const makeLeaves: OverlayMaker = (canvas) =>
  paintTumbling(canvas, {
    layers: layersWith(LAYERS, (layer) => ({ masks: [leaf(canvas, layer.size, layer.blur)] })),
    colours: COLOURS,
    wind: 0.8,
    shade: 0.62,
  })
