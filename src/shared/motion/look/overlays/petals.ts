import type { LookCanvas, OverlayMaker } from '#shared/motion/look/look-canvas.ts'
import { coverOf, makeMask } from '#shared/motion/look/mask.ts'
import type { Mask } from '#shared/motion/look/mask.ts'
import { paintTumbling } from './falling.ts'
import { layersWith } from '#shared/motion/look/swarm.ts'

const COLOURS = [
  [255, 168, 194],
  [252, 190, 208],
  [244, 138, 172],
  [255, 212, 222],
] as const
const LAYERS = [
  { count: 60, size: 6, blur: 1.2, speed: 46, sway: 24, turns: 0.13, tilts: 0.28, opacity: 0.86 },
  { count: 38, size: 10, blur: 1.2, speed: 72, sway: 40, turns: 0.16, tilts: 0.3, opacity: 0.95 },
  { count: 14, size: 17, blur: 2, speed: 112, sway: 58, turns: 0.18, tilts: 0.32, opacity: 0.95 },
  { count: 5, size: 40, blur: 16, speed: 180, sway: 80, turns: 0.12, tilts: 0.24, opacity: 0.6 },
] as const

/** A cherry petal: an egg with a notch at its broad end, paler to its foot. */
function petal({ kernel, unit }: LookCanvas, size: number, blur: number): Mask {
  const reach = size * unit
  const soft = Math.max(1, blur * unit)
  return makeMask(kernel, reach + soft, reach * 0.8 + soft, (x, y) => {
    const along = x / reach
    const broad = 0.62 + 0.2 * along
    const round = Math.sqrt(along * along + (y / reach / broad) * (y / reach / broad))
    const notch = along > 0.5 ? Math.max(0, 0.17 - Math.abs(y / reach)) * 1.7 : 0
    return coverOf((round - 1 + notch) * reach * 0.7, soft) * (0.86 + 0.14 * along)
  })
}

/** Cherry petals that glide on a light wind. */
export const makePetals: OverlayMaker = (canvas) =>
  paintTumbling(canvas, {
    layers: layersWith(LAYERS, (layer) => ({ masks: [petal(canvas, layer.size, layer.blur)] })),
    colours: COLOURS,
    wind: 0.7,
    shade: 0.74,
  })
