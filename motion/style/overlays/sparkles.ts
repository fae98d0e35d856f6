import { wave } from '#motion/curves.ts'
import * as drawing from '../overlay-canvas.ts'
import { paintTumbling } from './falling.ts'

const CONFETTI_COLOURS = [
  [255, 72, 98],
  [255, 196, 46],
  [64, 196, 255],
  [122, 222, 110],
  [190, 112, 255],
  [255, 132, 40],
  [250, 250, 252],
] as const
const CONFETTI_LAYERS = [
  { count: 130, size: 5, blur: 1, speed: 105, sway: 14, turns: 0.5, tilts: 0.9, opacity: 0.9 },
  { count: 90, size: 8, blur: 1, speed: 165, sway: 22, turns: 0.6, tilts: 1, opacity: 0.96 },
  { count: 32, size: 13, blur: 1.6, speed: 250, sway: 34, turns: 0.7, tilts: 1.1, opacity: 0.96 },
  { count: 7, size: 30, blur: 12, speed: 390, sway: 50, turns: 0.5, tilts: 0.8, opacity: 0.6 },
] as const

/** The masks of a strip, a square and a dot of paper. */
function makePaperMasks({ kernel, unit }: drawing.OverlayCanvas, size: number, blur: number): readonly drawing.Mask[] {
  const softPx = Math.max(1, blur * unit)
  const box = (x: number, y: number) =>
    drawing.makeMask(kernel, x * unit + softPx, y * unit + softPx, (dx, dy) =>
      drawing.coverOf(Math.max(Math.abs(dx) - x * unit, Math.abs(dy) - y * unit), softPx),
    )
  const radius = size * unit * 0.75
  const dot = drawing.makeMask(kernel, radius + softPx, radius + softPx, (x, y) =>
    drawing.coverOf(Math.sqrt(x * x + y * y) - radius, softPx),
  )
  return [box(size * 1.15, size * 0.5), box(size * 0.8, size * 0.8), dot]
}

/** Strips, squares and dots of paper that tumble down in four depths. */
export const makeConfetti: drawing.OverlayFactory = (canvas) =>
  paintTumbling(canvas, {
    layers: drawing.prepareLayers(CONFETTI_LAYERS, (layer) => ({ masks: makePaperMasks(canvas, layer.size, layer.blur) })),
    colours: CONFETTI_COLOURS,
    wind: 0.22,
    shade: 0.62,
  })

const DUST_LAYERS = [
  { count: 190, radius: 2.2, driftSpeed: 9, wanderLength: 14, opacity: 0.85 },
  { count: 80, radius: 4.2, driftSpeed: 15, wanderLength: 24, opacity: 0.8 },
  { count: 26, radius: 12, driftSpeed: 26, wanderLength: 40, opacity: 0.34 },
] as const
const DUST_COLOUR = drawing.rgb(255, 240, 214)
const DUST_MARGIN = 50

/** Dust particles that float in the light, rotate and glint. */
export const makeDust: drawing.OverlayFactory = ({ kernel, unit, width, height, seed, brush }) => {
  const layers = drawing.prepareLayers(DUST_LAYERS, (layer) => ({ mask: drawing.softDot(kernel, layer.radius * unit) }))
  const spanX = width + 2 * DUST_MARGIN
  const spanY = height + 2 * DUST_MARGIN
  const direction = drawing.randomAt(seed, 0, 0) < 0.5 ? -1 : 1
  const wrap = (part: number) => part - Math.floor(part)

  return (seconds, strength) => {
    for (const [depth, { count, driftSpeed, wanderLength, opacity, mask }] of layers.entries()) {
      const layerSeed = seed + depth * 7919
      for (let index = 0; index < drawing.itemCount(count, strength); index++) {
        const phase = drawing.randomAt(layerSeed, index, -1)
        const pace = 0.5 + drawing.randomAt(layerSeed, index, -2)
        const x = wrap(drawing.randomAt(layerSeed, index, -3) + (direction * seconds * driftSpeed * pace) / spanX) * spanX - DUST_MARGIN
        const y = wrap(drawing.randomAt(layerSeed, index, -4) - (seconds * driftSpeed * 0.35 * pace) / spanY) * spanY - DUST_MARGIN
        const glint = 0.3 + 0.7 * Math.max(0, wave(seconds * (0.14 + 0.3 * phase) + phase * 9))
        const wanderX = wave(seconds * (0.07 + 0.06 * phase) + phase * 3) + 0.4 * wave(seconds * 0.23 + phase * 17)
        const wanderY = wave(seconds * (0.06 + 0.07 * phase) + phase * 5) + 0.4 * wave(seconds * 0.19 + phase * 13)
        brush.stamp(
          mask,
          x + wanderLength * wanderX,
          y + wanderLength * wanderY,
          DUST_COLOUR,
          opacity * glint * drawing.itemOpacity(index, count, strength),
          0.1,
        )
      }
    }
  }
}

const FIREFLIES_LAYERS = [
  { count: 30, core: 1.8, halo: 9, wanderLength: 40 },
  { count: 20, core: 2.8, halo: 17, wanderLength: 70 },
  { count: 7, core: 4.4, halo: 32, wanderLength: 110 },
] as const
const FIREFLY_CORE = drawing.rgb(250, 255, 190)
const FIREFLY_HALO = drawing.rgb(170, 232, 60)
const FIREFLIES_LIFE_SECONDS = 4.2
/** The upper edge of the area in which fireflies appear, as a share of the frame's height. */
const FIREFLIES_TOP = 0.22

/** Small green lights that wander and fade in and out. */
export const makeFireflies: drawing.OverlayFactory = ({ kernel, unit, width, height, seed, brush }) => {
  const layers = drawing.prepareLayers(FIREFLIES_LAYERS, (layer) => ({
    dot: drawing.softDot(kernel, layer.core * unit),
    glow: drawing.softDot(kernel, layer.halo * unit),
  }))

  return (seconds, strength) => {
    for (const [depth, { count, wanderLength, dot, glow }] of layers.entries()) {
      const layerSeed = seed + depth * 7919
      for (let index = 0; index < drawing.itemCount(count, strength); index++) {
        const rounds =
          drawing.randomAt(layerSeed, index, -1) + (seconds / FIREFLIES_LIFE_SECONDS) * (0.7 + 0.6 * drawing.randomAt(layerSeed, index, -2))
        const round = Math.floor(rounds)
        const lifePart = rounds - round
        const envelope = 4 * lifePart * (1 - lifePart)
        const brightness =
          envelope * envelope * (0.9 + 0.1 * wave(seconds * 3.1 + index * 0.37)) * drawing.itemOpacity(index, count, strength)
        const phase = drawing.randomAt(layerSeed, index + 300, round)
        const x =
          drawing.randomAt(layerSeed, index, round) * width +
          wanderLength * (wave(seconds * 0.13 + phase) + 0.4 * wave(seconds * 0.37 + phase * 7))
        const startHeight = FIREFLIES_TOP + (1 - FIREFLIES_TOP) * drawing.randomAt(layerSeed, index + 200, round)
        const y = startHeight * height + 0.6 * wanderLength * (wave(seconds * 0.17 + phase * 3) + 0.4 * wave(seconds * 0.41 + phase * 5))
        brush.stamp(glow, x, y, FIREFLY_HALO, 0.6 * brightness, 0)
        brush.stamp(dot, x, y, FIREFLY_CORE, brightness, 0.4)
        brush.stamp(dot, x, y, FIREFLY_HALO, 0.7 * brightness, 0)
      }
    }
  }
}

const STARS_LAYERS = [
  { count: 46, size: 10, seconds: 1.9, opacity: 0.85 },
  { count: 26, size: 22, seconds: 2.3, opacity: 0.95 },
  { count: 9, size: 44, seconds: 2.8, opacity: 1 },
] as const
const STARS_COLOURS = [drawing.rgb(255, 246, 222), drawing.rgb(255, 228, 168), drawing.rgb(226, 238, 255)] as const

/** A spark with four rays around a small bright centre. */
function makeSparkMask({ kernel, unit }: drawing.OverlayCanvas, size: number): drawing.Mask {
  const reach = Math.max(3, size * unit)
  const ray = (along: number, sideDistance: number) => {
    const falloff = 1 - along / reach
    return falloff <= 0 ? 0 : (falloff * falloff) / (1 + (sideDistance * sideDistance) / (0.006 * reach * reach * falloff * falloff + 0.08))
  }
  return drawing.makeMask(kernel, reach, reach, (x, y) => {
    const [across, down] = [Math.abs(x), Math.abs(y)]
    const halo = Math.max(0, 1 - (x * x + y * y) / (0.36 * reach * reach))
    return Math.min(1, ray(across, down) + ray(down, across) + 0.25 * halo * halo * halo)
  })
}

/** Sparks that flare up and fade at random positions. */
export const makeStars: drawing.OverlayFactory = (canvas) => {
  const { width, height, seed, brush } = canvas
  const layers = drawing.prepareLayers(STARS_LAYERS, (layer) => ({ mask: makeSparkMask(canvas, layer.size) }))

  return (seconds, strength) => {
    for (const [depth, { count, seconds: lifeSeconds, opacity, mask }] of layers.entries()) {
      const layerSeed = seed + depth * 7919
      for (let index = 0; index < drawing.itemCount(count, strength); index++) {
        const rounds =
          drawing.randomAt(layerSeed, index, -1) + (seconds / lifeSeconds) * (0.6 + 0.8 * drawing.randomAt(layerSeed, index, -2))
        const round = Math.floor(rounds)
        const lifePart = rounds - round
        const envelope = 4 * lifePart * (1 - lifePart)
        const brightness = envelope * envelope * (0.88 + 0.12 * wave(seconds * 2.3 + index * 0.31))
        const scale = 0.35 + 0.65 * brightness
        const x = drawing.randomAt(layerSeed, index, round) * width
        const y = drawing.randomAt(layerSeed, index + 400, round) * height - lifePart * 10
        const colour = STARS_COLOURS[index % STARS_COLOURS.length] ?? STARS_COLOURS[0]
        brush.stampTurned(
          mask,
          x,
          y,
          colour,
          opacity * brightness * drawing.itemOpacity(index, count, strength),
          0.15,
          0.03 * (lifePart - 0.5),
          scale,
          scale,
        )
      }
    }
  }
}

const BOKEH_LAYERS = [
  { count: 34, radius: 13, softness: 2, driftSpeed: 10, opacity: 0.5 },
  { count: 26, radius: 26, softness: 3, driftSpeed: 17, opacity: 0.38 },
  { count: 13, radius: 48, softness: 6, driftSpeed: 26, opacity: 0.3 },
  { count: 5, radius: 84, softness: 14, driftSpeed: 38, opacity: 0.2 },
] as const
const BOKEH_COLOURS = [
  drawing.rgb(255, 196, 120),
  drawing.rgb(255, 226, 176),
  drawing.rgb(255, 150, 130),
  drawing.rgb(255, 172, 205),
  drawing.rgb(160, 206, 255),
] as const
const BOKEH_RIM = 0.4
const BOKEH_LIFE_SECONDS = 6

/** Discs of out-of-focus light that drift and fade in and out. */
export const makeBokeh: drawing.OverlayFactory = ({ kernel, unit, width, height, seed, brush }) => {
  const layers = drawing.prepareLayers(BOKEH_LAYERS, (layer) => ({
    mask: drawing.disc(kernel, layer.radius * unit, Math.max(1, layer.softness * unit), BOKEH_RIM),
  }))

  return (seconds, strength) => {
    for (const [depth, { count, radius, driftSpeed, opacity, mask }] of layers.entries()) {
      const layerSeed = seed + depth * 7919
      for (let index = 0; index < drawing.itemCount(count, strength); index++) {
        const rounds =
          drawing.randomAt(layerSeed, index, -1) + (seconds / BOKEH_LIFE_SECONDS) * (0.7 + 0.6 * drawing.randomAt(layerSeed, index, -2))
        const round = Math.floor(rounds)
        const lifePart = rounds - round
        const fade = 4 * lifePart * (1 - lifePart)
        const directionTurns = drawing.randomAt(layerSeed, index + 100, round)
        const x =
          drawing.randomAt(layerSeed, index, round) * (width + radius) -
          radius / 2 +
          (lifePart - 0.5) * driftSpeed * 4 * wave(directionTurns)
        const y = drawing.randomAt(layerSeed, index + 200, round) * (height + radius) - radius / 2 - (lifePart - 0.5) * driftSpeed * 3
        const shimmer = 0.86 + 0.14 * wave(seconds * 0.5 + drawing.randomAt(layerSeed, index, -3))
        const colour = BOKEH_COLOURS[Math.floor(drawing.randomAt(layerSeed, index, -4) * BOKEH_COLOURS.length)] ?? BOKEH_COLOURS[0]
        brush.stamp(mask, x, y, colour, opacity * fade * shimmer * drawing.itemOpacity(index, count, strength), 0.1)
      }
    }
  }
}
