import { wave } from '#motion/curves.ts'
import * as drawing from '../overlay-canvas.ts'
import { makeCloudTile } from '../cloud-tile.ts'

/** From far to near: number, length and thickness of streaks (units), speed (units per second). */
const RAIN_LAYERS = [
  { count: 330, length: 24, thickness: 0.9, speed: 820, opacity: 0.36 },
  { count: 190, length: 46, thickness: 1.3, speed: 1250, opacity: 0.5 },
  { count: 66, length: 84, thickness: 1.8, speed: 1750, opacity: 0.52 },
  { count: 14, length: 150, thickness: 3.2, speed: 2500, opacity: 0.34 },
] as const
const RAIN_COLOUR = drawing.rgb(222, 232, 246)
const RAIN_COVER = 0.55
const LEAST_SLANT = 0.06
const SLANT_ROOM = 0.12
const THINNEST_PX = 0.8
/** The change of light by mist behind the rain. */
const MIST = { part: 0.14, red: 0.5, green: 0.55, blue: 0.62, dim: 0.9 }

/** A slanted streak, tapered at both ends. */
function streak({ kernel, unit }: drawing.OverlayCanvas, length: number, thickness: number, slant: number): drawing.Mask {
  const half = (length * unit) / 2
  const thick = Math.max(THINNEST_PX, thickness * unit)
  const light = (thickness * unit) / thick
  return drawing.makeMask(kernel, half * Math.abs(slant) + thick + 1, half, (x, y) => {
    const along = y / half
    const taper = 1 - along * along
    return taper <= 0 ? 0 : light * taper * drawing.coverOf(Math.abs(x - y * slant) - thick / 2, 1.2)
  })
}

/** Streaks in four depths, slanted by one wind, in front of slight mist. */
export const makeRain: drawing.OverlayFactory = (canvas) => {
  const { width, height, seed, brush } = canvas
  const soft = canvas.needSoft()
  const lean = LEAST_SLANT + SLANT_ROOM * drawing.chance(seed, 0, 0)
  const slant = drawing.chance(seed, 1, 0) < 0.5 ? lean : -lean
  const layers = drawing.layersWith(RAIN_LAYERS, (layer) => ({ mask: streak(canvas, layer.length, layer.thickness, slant) }))

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
      for (let index = 0; index < drawing.mostOf(count, strength); index++) {
        const way = drawing.chance(own, index, -1) + (seconds * speed * (0.9 + 0.2 * drawing.chance(own, index, -2))) / spanY
        const turn = Math.floor(way)
        const fallen = (way - turn) * spanY
        const x = drawing.chance(own, index, turn) * spanX + slant * fallen - (slant > 0 ? slant * spanY : 0)
        const bright = 0.5 + 0.5 * drawing.chance(own, index + 5000, turn)
        brush.stamp(mask, x, fallen - length, RAIN_COLOUR, opacity * bright * drawing.presence(index, count, strength), RAIN_COVER)
      }
    }
  }
}

/** Sizes of the two banks in units, speeds in units per second. */
const FAR = { size: 1500, speedX: 22, speedY: 2 }
const NEAR = { size: 820, speedX: 58, speedY: -5 }
const DENSEST = 0.78
const FOG_COLOUR = [0.84, 0.87, 0.9] as const
/** The fog's thickness at the top of the frame, and its increase towards the bottom. */
const ABOVE = 0.5
const BELOW = 0.65

/** With measured depth, the fog's thickness in front of the nearest objects, and its increase towards the farthest. */
const BEFORE_NEAR = 0.15
const TOWARDS_FAR = 1.15

/** Two banks of fog that drift past each other, denser at the bottom and, with measured depth, in the distance. */
export const makeFog: drawing.OverlayFactory = ({ width, height, seed, needSoft, nearness }) => {
  const soft = needSoft()
  const clouds = makeCloudTile(seed)
  const way = drawing.chance(seed, 0, 0) < 0.5 ? -1 : 1
  const start = drawing.chance(seed, 1, 0)

  return (seconds, strength) => {
    const farX = start - (way * seconds * FAR.speedX) / FAR.size
    const nearX = start * 3 - (way * seconds * NEAR.speedX) / NEAR.size
    const near = nearness?.()
    const lift = 0.04 * wave(seconds * 0.11 + start)
    for (let row = 0, node = 0; row < soft.rows; row++) {
      const y = (soft.positionY[row] ?? 0) * height
      const depth = ABOVE + BELOW * drawing.rise((soft.positionY[row] ?? 0) + lift, 0.1, 0.95)
      const farY = (y + seconds * FAR.speedY) / FAR.size
      const nearY = (y * 1.5 + seconds * NEAR.speedY) / NEAR.size
      for (let column = 0; column < soft.columns; column++, node++) {
        const x = (soft.positionX[column] ?? 0) * width
        const far = clouds.at(x / FAR.size + farX, farY)
        const close = clouds.at(x / NEAR.size + nearX + far * 0.12, nearY)
        const bank = drawing.rise(far * 0.55 + close * 0.45, 0.3, 0.72)
        const distance = near === undefined ? 1 : BEFORE_NEAR + TOWARDS_FAR * (1 - (near[node] ?? 0))
        soft.veil(
          node,
          Math.min(0.92, strength * DENSEST * distance * depth * (0.28 + 0.72 * bank)),
          FOG_COLOUR[0],
          FOG_COLOUR[1],
          FOG_COLOUR[2],
        )
      }
    }
  }
}

const STRIKE_INTERVAL_SECONDS = 2.2
/** Flashes of one strike: delay after its start, brightness, fade-out time. */
const FLASHES = [
  { at: 0, power: 0.75, fade: 0.14 },
  { at: 0.16, power: 1, fade: 0.3 },
  { at: 0.42, power: 0.4, fade: 0.5 },
] as const
const LIGHTNING_COLOUR = [0.66, 0.74, 0.95] as const
const DARK = 0.26
const WHITE = drawing.rgb(236, 242, 255)
const BLUE = drawing.rgb(150, 176, 255)
const STEP_UNITS = 5
const FORK_AT = 0.4
const LEAST_WAY = 0.4
const WAY_ROOM = 0.25

function brightness(since: number): number {
  let sum = 0
  for (const { at, power, fade } of FLASHES) {
    const rest = 1 - (since - at) / fade
    if (since >= at && rest > 0) sum += power * rest * rest
  }
  return sum
}

/** A darkened sky with occasional forked lightning that lights it up. */
export const makeLightning: drawing.OverlayFactory = ({ kernel, unit, width, height, seed, brush, needSoft }) => {
  const soft = needSoft()
  const core = drawing.softDot(kernel, 2.6 * unit)
  const halo = drawing.softDot(kernel, 22 * unit)

  /** A jagged path down from a position, with one fork. */
  function bolt(strike: number, fromX: number, fromY: number, way: number, power: number, fork: 0 | 1): void {
    const steps = Math.ceil((way * height) / STEP_UNITS)
    const own = seed + strike * 8191 + fork * 131
    const lean = (drawing.chance(own, 1, 0) - 0.5) * 5 + (fork === 1 ? 3 : 0)
    let x = fromX
    for (let step = 0; step < steps; step++) {
      const y = fromY + step * STEP_UNITS
      x += lean + (drawing.chance(own, Math.floor(step / 5), 2) - 0.5) * 9 + (drawing.chance(own, step, 3) - 0.5) * 5
      const thin = 1 - (0.75 * step) / steps
      brush.stamp(core, x, y, WHITE, power * thin, 0.5)
      if (step % 3 === 0) brush.stamp(halo, x, y, BLUE, 0.24 * power * thin, 0)
      if (fork === 0 && step === Math.floor(steps * FORK_AT)) bolt(strike, x, y, way * 0.4, power * 0.7, 1)
    }
  }

  return (seconds, strength) => {
    const part = Math.min(1.3, strength)
    const strike = Math.floor(seconds / STRIKE_INTERVAL_SECONDS)
    const start = (strike + 0.1 + 0.4 * drawing.chance(seed, strike, 0)) * STRIKE_INTERVAL_SECONDS
    const power = brightness(seconds - start) * (0.6 + 0.4 * drawing.chance(seed, strike, 1))
    const strikeX = (0.15 + 0.7 * drawing.chance(seed, strike, 2)) * width
    const shown = Math.min(1, part * power * 1.3)
    if (shown > 0) bolt(strike, strikeX, -10, LEAST_WAY + WAY_ROOM * drawing.chance(seed, strike, 3), shown, 0)
    for (let row = 0, node = 0; row < soft.rows; row++) {
      const y = soft.positionY[row] ?? 0
      const high = 1 - drawing.rise(y, 0, 1.1)
      for (let column = 0; column < soft.columns; column++, node++) {
        const across = ((soft.positionX[column] ?? 0) * width - strikeX) / 900
        const down = (y * height + 60) / 640
        const near = Math.max(0, 1 - across * across - down * down)
        const light = Math.min(0.95, part * power * (0.16 + 0.26 * high + 0.5 * near))
        soft.dim(node, 1 - part * DARK * (0.6 + 0.4 * high) + part * power * 0.5)
        soft.shine(node, light * LIGHTNING_COLOUR[0], light * LIGHTNING_COLOUR[1], light * LIGHTNING_COLOUR[2])
      }
    }
  }
}
