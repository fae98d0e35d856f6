import { wave } from '#motion/curves.ts'
import * as drawing from '../overlay-canvas.ts'

const BUBBLES_LAYERS = [
  { count: 34, radius: 6, speed: 46, sway: 9 },
  { count: 18, radius: 12, speed: 70, sway: 16 },
  { count: 9, radius: 24, speed: 100, sway: 26 },
  { count: 3, radius: 46, speed: 140, sway: 38 },
] as const
const RIM_COLOURS = [drawing.rgb(206, 240, 255), drawing.rgb(232, 222, 255), drawing.rgb(214, 255, 240)] as const
const BUBBLE_LIGHT = drawing.rgb(255, 255, 255)
const BUBBLES_MARGIN = 70

/** The mask of a bubble's thin film, which is bright at the rim. */
function makeSkinMask({ kernel, unit }: drawing.OverlayCanvas, radius: number): drawing.Mask {
  const reach = radius * unit
  return drawing.makeMask(kernel, reach + 1, reach + 1, (x, y) => {
    const distance = Math.sqrt(x * x + y * y)
    const part = Math.min(1, distance / reach)
    const [p4, p8] = [part * part * part * part, part * part * part * part * part * part * part * part]
    return drawing.coverOf(distance - reach) * (0.06 + 0.24 * p4 + 0.55 * p8 * p4)
  })
}

/** The mask of the light on a bubble: the reflection of a window at the upper left, and a fainter one at the lower right. */
function makeShineMask({ kernel, unit }: drawing.OverlayCanvas, radius: number): drawing.Mask {
  const reach = radius * unit
  const spot = (x: number, y: number, middleX: number, middleY: number, size: number) => {
    const [dx, dy] = [(x / reach - middleX) / size, (y / reach - middleY) / size]
    const falloff = 1 - dx * dx - dy * dy + dx * dy
    return falloff > 0 ? falloff * falloff : 0
  }
  return drawing.makeMask(kernel, reach + 1, reach + 1, (x, y) =>
    Math.min(1, spot(x, y, -0.42, -0.46, 0.24) + 0.5 * spot(x, y, 0.46, 0.5, 0.16)),
  )
}

/** Rising, wobbling bubbles. */
export const makeBubbles: drawing.OverlayFactory = (canvas) => {
  const { width, height, seed, brush } = canvas
  const layers = drawing.prepareLayers(BUBBLES_LAYERS, (layer) => ({
    skin: makeSkinMask(canvas, layer.radius),
    shine: makeShineMask(canvas, layer.radius),
  }))
  const spanY = height + 2 * BUBBLES_MARGIN

  return (seconds, strength) => {
    for (const [depth, { count, speed, sway, skin: film, shine: light }] of layers.entries()) {
      const layerSeed = seed + depth * 7919
      for (let index = 0; index < drawing.itemCount(count, strength); index++) {
        const rounds =
          drawing.randomAt(layerSeed, index, -1) + (seconds * speed * (0.75 + 0.5 * drawing.randomAt(layerSeed, index, -2))) / spanY
        const round = Math.floor(rounds)
        const phase = drawing.randomAt(layerSeed, index, -3)
        const x =
          drawing.randomAt(layerSeed, index, round) * width +
          sway * (wave(seconds * (0.3 + 0.2 * phase) + phase) + 0.3 * wave(seconds * 0.9 + phase * 5))
        const y = height + BUBBLES_MARGIN - (rounds - round) * spanY
        const wobble = 0.035 * wave(seconds * 1.4 + phase * 3)
        const size = 0.72 + 0.4 * drawing.randomAt(layerSeed, index, -4)
        const visibility = drawing.itemOpacity(index, count, strength)
        brush.stampTurned(
          film,
          x,
          y,
          RIM_COLOURS[index % RIM_COLOURS.length] ?? BUBBLE_LIGHT,
          visibility,
          0.2,
          0,
          size * (1 + wobble),
          size * (1 - wobble),
        )
        brush.stampTurned(light, x, y, BUBBLE_LIGHT, 0.85 * visibility, 0.4, 0, size, size)
      }
    }
  }
}

const EMBERS_LAYERS = [
  { count: 110, core: 1.7, halo: 8, speed: 60, sway: 16 },
  { count: 72, core: 2.6, halo: 14, speed: 105, sway: 28 },
  { count: 20, core: 4.4, halo: 26, speed: 170, sway: 44 },
] as const
const EMBER_CORE = drawing.rgb(255, 224, 150)
const EMBERS_COLOURS = [drawing.rgb(255, 150, 46), drawing.rgb(255, 112, 28), drawing.rgb(255, 78, 18)] as const
const EMBERS_MARGIN = 50
const EMBER_GLOW = { part: 0.32, red: 1, green: 0.38, blue: 0.08 }

/** Sparks that rise from below, swirl, flicker and burn out, over a low glow. */
export const makeEmbers: drawing.OverlayFactory = (canvas) => {
  const { kernel, unit, width, height, seed, brush } = canvas
  const soft = canvas.addSoftPlane()
  const layers = drawing.prepareLayers(EMBERS_LAYERS, (layer) => ({
    dot: drawing.softDot(kernel, layer.core * unit),
    glow: drawing.softDot(kernel, layer.halo * unit),
  }))
  const spanY = height + 2 * EMBERS_MARGIN

  function addGlow(seconds: number, strength: number): void {
    const breath = 0.82 + 0.12 * wave(seconds * 0.7) + 0.06 * wave(seconds * 1.9 + 0.3)
    for (let row = 0, node = 0; row < soft.rows; row++) {
      const nodeGlow = drawing.smoothBetween(soft.positionY[row] ?? 0, 0.45, 1.1) * EMBER_GLOW.part * breath * Math.min(1, strength)
      for (let column = 0; column < soft.columns; column++, node++)
        soft.shine(node, nodeGlow * EMBER_GLOW.red, nodeGlow * EMBER_GLOW.green, nodeGlow * EMBER_GLOW.blue)
    }
  }

  return (seconds, strength) => {
    addGlow(seconds, strength)
    for (const [depth, { count, speed, sway, dot, glow: halo }] of layers.entries()) {
      const layerSeed = seed + depth * 7919
      for (let index = 0; index < drawing.itemCount(count, strength); index++) {
        const pace = 0.7 + 0.6 * drawing.randomAt(layerSeed, index, -1)
        const rounds = drawing.randomAt(layerSeed, index, -2) + (seconds * speed * pace) / spanY
        const round = Math.floor(rounds)
        const risenPart = rounds - round
        const phase = drawing.randomAt(layerSeed, index, -3)
        const swirl =
          wave(seconds * (0.16 + 0.14 * phase) + phase) + 0.45 * wave(seconds * 0.61 + phase * 7) + 0.2 * wave(seconds * 1.3 + phase * 3)
        const burnOutAt = 0.45 + 0.6 * drawing.randomAt(layerSeed, index + 900, round)
        const fade = drawing.smoothBetween(risenPart, 0, 0.08) * (1 - drawing.smoothBetween(risenPart, burnOutAt * 0.5, burnOutAt))
        const flicker = 0.72 + 0.28 * wave(seconds * (1.7 + 2.2 * phase) + phase * 5)
        const brightness = fade * flicker * drawing.itemOpacity(index, count, strength)
        const x = drawing.randomAt(layerSeed, index, round) * width + swirl * sway
        const y = height + EMBERS_MARGIN - risenPart * spanY + 0.4 * sway * wave(seconds * 0.33 + phase * 11)
        const colour = EMBERS_COLOURS[index % EMBERS_COLOURS.length] ?? EMBER_CORE
        brush.stamp(halo, x, y, colour, 0.5 * brightness, 0)
        brush.stamp(dot, x, y, EMBER_CORE, brightness, 0.3)
        brush.stamp(dot, x, y, colour, 0.8 * brightness, 0)
      }
    }
  }
}

const HEARTS_LAYERS = [
  { count: 24, size: 9, blur: 1, speed: 52, sway: 14, opacity: 0.82 },
  { count: 15, size: 16, blur: 1, speed: 80, sway: 22, opacity: 0.92 },
  { count: 7, size: 27, blur: 1.6, speed: 118, sway: 34, opacity: 0.92 },
  { count: 3, size: 58, blur: 18, speed: 180, sway: 50, opacity: 0.5 },
] as const
const HEARTS_COLOURS = [
  drawing.rgb(255, 62, 100),
  drawing.rgb(255, 110, 148),
  drawing.rgb(232, 38, 76),
  drawing.rgb(255, 158, 184),
] as const
const HEART_SHINE = drawing.rgb(255, 236, 240)
const HEARTS_MARGIN = 80

/** The approximate distance to a heart's edge as a share of its size; negative is inside. */
function heartDistance(x: number, y: number): number {
  const distanceX = Math.abs(x)
  const up = 0.22 - y
  if (distanceX + up > 0.5) {
    const [dx, dy] = [distanceX - 0.48, up - 0.36]
    return Math.sqrt(dx * dx + dy * dy) - 0.5
  }
  const side = (distanceX - up - 0.86) * Math.SQRT1_2
  return Math.max(side, -up - 0.86)
}

function makeHeartMask({ kernel, unit }: drawing.OverlayCanvas, size: number, blur: number): drawing.Mask {
  const softPx = Math.max(1, blur * unit)
  const reach = size * unit
  return drawing.makeMask(kernel, reach + softPx, reach + softPx, (x, y) =>
    drawing.coverOf(heartDistance(x / reach, y / reach) * reach, softPx),
  )
}

/** The highlight on a heart's left lobe. */
function makeHeartShineMask({ kernel, unit }: drawing.OverlayCanvas, size: number): drawing.Mask {
  const reach = size * unit
  return drawing.makeMask(kernel, reach, reach, (x, y) => {
    const [dx, dy] = [x / reach + 0.46, y / reach + 0.28]
    const falloff = 1 - (dx * dx + dy * dy) * 22
    return falloff > 0 ? falloff * falloff : 0
  })
}

/** Hearts that grow, rise and sway. */
export const makeHearts: drawing.OverlayFactory = (canvas) => {
  const { width, height, seed, brush } = canvas
  const layers = drawing.prepareLayers(HEARTS_LAYERS, (layer) => ({
    mask: makeHeartMask(canvas, layer.size, layer.blur),
    light: makeHeartShineMask(canvas, layer.size),
  }))
  const spanY = height + 2 * HEARTS_MARGIN

  return (seconds, strength) => {
    for (const [depth, { count, speed, sway, opacity, mask, light }] of layers.entries()) {
      const layerSeed = seed + depth * 7919
      for (let index = 0; index < drawing.itemCount(count, strength); index++) {
        const rounds =
          drawing.randomAt(layerSeed, index, -1) + (seconds * speed * (0.8 + 0.4 * drawing.randomAt(layerSeed, index, -2))) / spanY
        const round = Math.floor(rounds)
        const risenPart = rounds - round
        const phase = drawing.randomAt(layerSeed, index, -3)
        const swing = wave(seconds * (0.18 + 0.16 * phase) + phase)
        const x = drawing.randomAt(layerSeed, index, round) * width + swing * sway
        const y = height + HEARTS_MARGIN - risenPart * spanY
        const fadeInFrom = drawing.randomAt(layerSeed, index + 700, round) * 0.5
        const visibility =
          drawing.smoothBetween(risenPart, fadeInFrom, fadeInFrom + 0.06) * (1 - drawing.smoothBetween(risenPart, 0.7, 0.98))
        const scale =
          (0.55 + 0.45 * visibility) * (1 + 0.05 * wave(seconds * 1.1 + phase * 4)) * (0.8 + 0.35 * drawing.randomAt(layerSeed, index, -4))
        const colour = HEARTS_COLOURS[index % HEARTS_COLOURS.length] ?? HEART_SHINE
        const heartOpacity = opacity * visibility * drawing.itemOpacity(index, count, strength)
        brush.stampTurned(mask, x, y, colour, heartOpacity, 1, 0.04 * swing, scale, scale)
        brush.stampTurned(light, x, y, HEART_SHINE, 0.6 * heartOpacity, 0.4, 0.04 * swing, scale, scale)
      }
    }
  }
}
