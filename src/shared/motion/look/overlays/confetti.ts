import type { LookCanvas, OverlayMaker } from '#shared/motion/look/look-canvas.ts'
import { coverOf, makeMask } from '#shared/motion/look/mask.ts'
import type { Mask } from '#shared/motion/look/mask.ts'
import { paintTumbling } from './falling.ts'
import { layersWith } from '#shared/motion/look/swarm.ts'

const COLOURS = [
  [255, 72, 98],
  [255, 196, 46],
  [64, 196, 255],
  [122, 222, 110],
  [190, 112, 255],
  [255, 132, 40],
  [250, 250, 252],
] as const
const LAYERS = [
  { count: 130, size: 5, blur: 1, speed: 105, sway: 14, turns: 0.5, tilts: 0.9, opacity: 0.9 },
  { count: 90, size: 8, blur: 1, speed: 165, sway: 22, turns: 0.6, tilts: 1, opacity: 0.96 },
  { count: 32, size: 13, blur: 1.6, speed: 250, sway: 34, turns: 0.7, tilts: 1.1, opacity: 0.96 },
  { count: 7, size: 30, blur: 12, speed: 390, sway: 50, turns: 0.5, tilts: 0.8, opacity: 0.6 },
] as const

/** A strip, a square and a dot. */
function papers({ kernel, unit }: LookCanvas, size: number, blur: number): readonly Mask[] {
  const soft = Math.max(1, blur * unit)
  const box = (x: number, y: number) =>
    makeMask(kernel, x * unit + soft, y * unit + soft, (dx, dy) =>
      coverOf(Math.max(Math.abs(dx) - x * unit, Math.abs(dy) - y * unit), soft),
    )
  const radius = size * unit * 0.75
  const dot = makeMask(kernel, radius + soft, radius + soft, (x, y) => coverOf(Math.sqrt(x * x + y * y) - radius, soft))
  return [box(size * 1.15, size * 0.5), box(size * 0.8, size * 0.8), dot]
}

/** Paper strips, squares and dots that tumble down in four depths. */
export const makeConfetti: OverlayMaker = (canvas) =>
  paintTumbling(canvas, {
    layers: layersWith(LAYERS, (layer) => ({ masks: papers(canvas, layer.size, layer.blur) })),
    colours: COLOURS,
    wind: 0.22,
    shade: 0.62,
  })
