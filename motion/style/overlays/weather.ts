import { wave } from '#motion/curves.ts'
import * as drawing from '../overlay-canvas.ts'
import { makeCloudTile } from '../cloud-tile.ts'

/** From far to near: number, length and thickness of streaks (units), speed (units per second) and opacity. */
const RAIN_LAYERS = [
  { count: 330, length: 24, thickness: 0.9, speed: 820, opacity: 0.36 },
  { count: 190, length: 46, thickness: 1.3, speed: 1250, opacity: 0.5 },
  { count: 66, length: 84, thickness: 1.8, speed: 1750, opacity: 0.52 },
  { count: 14, length: 150, thickness: 3.2, speed: 2500, opacity: 0.34 },
] as const
const RAIN_COLOUR = drawing.rgb(222, 232, 246)
const RAIN_COVER = 0.55
const MIN_SLANT = 0.06
const SLANT_SPREAD = 0.12
const THINNEST_PX = 0.8
/** The change of light by mist behind the rain. */
const MIST_CHANGE = { part: 0.14, red: 0.5, green: 0.55, blue: 0.62, dim: 0.9 }

/** A slanted streak, tapered at both ends. */
function makeStreakMask({ kernel, unit }: drawing.OverlayCanvas, length: number, thickness: number, slant: number): drawing.Mask {
  const halfLength = (length * unit) / 2
  const widthPx = Math.max(THINNEST_PX, thickness * unit)
  const light = (thickness * unit) / widthPx
  return drawing.makeMask(kernel, halfLength * Math.abs(slant) + widthPx + 1, halfLength, (x, y) => {
    const along = y / halfLength
    const taper = 1 - along * along
    return taper <= 0 ? 0 : light * taper * drawing.coverOf(Math.abs(x - y * slant) - widthPx / 2, 1.2)
  })
}

/** Streaks in four depths, slanted by one wind, in front of slight mist. */
export const makeRain: drawing.OverlayFactory = (canvas) => {
  const { width, height, seed, brush } = canvas
  const soft = canvas.addSoftPlane()
  const slantSize = MIN_SLANT + SLANT_SPREAD * drawing.randomAt(seed, 0, 0)
  const slant = drawing.randomAt(seed, 1, 0) < 0.5 ? slantSize : -slantSize
  const layers = drawing.prepareLayers(RAIN_LAYERS, (layer) => ({ mask: makeStreakMask(canvas, layer.length, layer.thickness, slant) }))

  return (seconds, strength) => {
    const mist = Math.min(1, strength)
    for (let node = 0; node < soft.columns * soft.rows; node++) {
      soft.dim(node, 1 - mist * (1 - MIST_CHANGE.dim))
      soft.veil(node, mist * MIST_CHANGE.part, MIST_CHANGE.red, MIST_CHANGE.green, MIST_CHANGE.blue)
    }
    for (const [depth, { count, length, speed, opacity, mask }] of layers.entries()) {
      const spanY = height + 2 * length
      const spanX = width + Math.abs(slant) * spanY
      const layerSeed = seed + depth * 7919
      for (let index = 0; index < drawing.itemCount(count, strength); index++) {
        const rounds =
          drawing.randomAt(layerSeed, index, -1) + (seconds * speed * (0.9 + 0.2 * drawing.randomAt(layerSeed, index, -2))) / spanY
        const round = Math.floor(rounds)
        const fallenDistance = (rounds - round) * spanY
        const x = drawing.randomAt(layerSeed, index, round) * spanX + slant * fallenDistance - (slant > 0 ? slant * spanY : 0)
        const brightness = 0.5 + 0.5 * drawing.randomAt(layerSeed, index + 5000, round)
        brush.stamp(
          mask,
          x,
          fallenDistance - length,
          RAIN_COLOUR,
          opacity * brightness * drawing.itemOpacity(index, count, strength),
          RAIN_COVER,
        )
      }
    }
  }
}

/** Sizes of the two banks in units, speeds in units per second. */
const FAR_BANK = { size: 1500, speedX: 22, speedY: 2 }
const NEAR_BANK = { size: 820, speedX: 58, speedY: -5 }
const MAX_FOG_DENSITY = 0.78
const FOG_COLOUR = [0.84, 0.87, 0.9] as const
/** The fog's thickness at the top of the frame, and its increase towards the bottom. */
const FOG_AT_TOP = 0.5
const FOG_TOWARDS_BOTTOM = 0.65

/** With measured depth, the fog's thickness in front of the nearest objects, and its increase towards the farthest. */
const FOG_BEFORE_NEAREST = 0.15
const FOG_TOWARDS_FARTHEST = 1.15

/** Two banks of fog that drift past each other, denser at the bottom and, with measured depth, in the distance. */
export const makeFog: drawing.OverlayFactory = ({ width, height, seed, addSoftPlane, readDepths }) => {
  const soft = addSoftPlane()
  const clouds = makeCloudTile(seed)
  const direction = drawing.randomAt(seed, 0, 0) < 0.5 ? -1 : 1
  const phase = drawing.randomAt(seed, 1, 0)

  return (seconds, strength) => {
    const farX = phase - (direction * seconds * FAR_BANK.speedX) / FAR_BANK.size
    const nearX = phase * 3 - (direction * seconds * NEAR_BANK.speedX) / NEAR_BANK.size
    const depths = readDepths?.()
    const lift = 0.04 * wave(seconds * 0.11 + phase)
    for (let row = 0, node = 0; row < soft.rows; row++) {
      const y = (soft.positionY[row] ?? 0) * height
      const heightDensity = FOG_AT_TOP + FOG_TOWARDS_BOTTOM * drawing.smoothBetween((soft.positionY[row] ?? 0) + lift, 0.1, 0.95)
      const farY = (y + seconds * FAR_BANK.speedY) / FAR_BANK.size
      const nearY = (y * 1.5 + seconds * NEAR_BANK.speedY) / NEAR_BANK.size
      for (let column = 0; column < soft.columns; column++, node++) {
        const x = (soft.positionX[column] ?? 0) * width
        const farCloud = clouds.at(x / FAR_BANK.size + farX, farY)
        const nearCloud = clouds.at(x / NEAR_BANK.size + nearX + farCloud * 0.12, nearY)
        const cloud = drawing.smoothBetween(farCloud * 0.55 + nearCloud * 0.45, 0.3, 0.72)
        const depthDensity = depths === undefined ? 1 : FOG_BEFORE_NEAREST + FOG_TOWARDS_FARTHEST * (1 - (depths[node] ?? 0))
        soft.veil(
          node,
          Math.min(0.92, strength * MAX_FOG_DENSITY * depthDensity * heightDensity * (0.28 + 0.72 * cloud)),
          FOG_COLOUR[0],
          FOG_COLOUR[1],
          FOG_COLOUR[2],
        )
      }
    }
  }
}

const STRIKE_INTERVAL_SECONDS = 2.2
/** Flashes of one strike: delay after its start in seconds, brightness, fade-out time in seconds. */
const FLASHES = [
  { at: 0, power: 0.75, fade: 0.14 },
  { at: 0.16, power: 1, fade: 0.3 },
  { at: 0.42, power: 0.4, fade: 0.5 },
] as const
const LIGHTNING_COLOUR = [0.66, 0.74, 0.95] as const
const SKY_DARKENING = 0.26
const BOLT_WHITE = drawing.rgb(236, 242, 255)
const BOLT_BLUE = drawing.rgb(150, 176, 255)
const STEP_UNITS = 5
const FORK_AT = 0.4
const MIN_BOLT_LENGTH = 0.4
const BOLT_LENGTH_SPREAD = 0.25

function strikeBrightness(secondsSinceStrike: number): number {
  let sum = 0
  for (const { at, power, fade } of FLASHES) {
    const falloff = 1 - (secondsSinceStrike - at) / fade
    if (secondsSinceStrike >= at && falloff > 0) sum += power * falloff * falloff
  }
  return sum
}

/** A darkened sky with occasional forked lightning that lights it up. */
export const makeLightning: drawing.OverlayFactory = ({ kernel, unit, width, height, seed, brush, addSoftPlane }) => {
  const soft = addSoftPlane()
  const core = drawing.softDot(kernel, 2.6 * unit)
  const halo = drawing.softDot(kernel, 22 * unit)

  /** A jagged path down from a position, with one fork. */
  function drawBolt(strike: number, fromX: number, fromY: number, length: number, power: number, fork: 0 | 1): void {
    const steps = Math.ceil((length * height) / STEP_UNITS)
    const boltSeed = seed + strike * 8191 + fork * 131
    const lean = (drawing.randomAt(boltSeed, 1, 0) - 0.5) * 5 + (fork === 1 ? 3 : 0)
    let x = fromX
    for (let step = 0; step < steps; step++) {
      const y = fromY + step * STEP_UNITS
      x += lean + (drawing.randomAt(boltSeed, Math.floor(step / 5), 2) - 0.5) * 9 + (drawing.randomAt(boltSeed, step, 3) - 0.5) * 5
      const thinning = 1 - (0.75 * step) / steps
      brush.stamp(core, x, y, BOLT_WHITE, power * thinning, 0.5)
      if (step % 3 === 0) brush.stamp(halo, x, y, BOLT_BLUE, 0.24 * power * thinning, 0)
      if (fork === 0 && step === Math.floor(steps * FORK_AT)) drawBolt(strike, x, y, length * 0.4, power * 0.7, 1)
    }
  }

  return (seconds, strength) => {
    const limitedStrength = Math.min(1.3, strength)
    const strike = Math.floor(seconds / STRIKE_INTERVAL_SECONDS)
    const start = (strike + 0.1 + 0.4 * drawing.randomAt(seed, strike, 0)) * STRIKE_INTERVAL_SECONDS
    const power = strikeBrightness(seconds - start) * (0.6 + 0.4 * drawing.randomAt(seed, strike, 1))
    const strikeX = (0.15 + 0.7 * drawing.randomAt(seed, strike, 2)) * width
    const boltPower = Math.min(1, limitedStrength * power * 1.3)
    if (boltPower > 0)
      drawBolt(strike, strikeX, -10, MIN_BOLT_LENGTH + BOLT_LENGTH_SPREAD * drawing.randomAt(seed, strike, 3), boltPower, 0)
    for (let row = 0, node = 0; row < soft.rows; row++) {
      const y = soft.positionY[row] ?? 0
      const skyShare = 1 - drawing.smoothBetween(y, 0, 1.1)
      for (let column = 0; column < soft.columns; column++, node++) {
        const across = ((soft.positionX[column] ?? 0) * width - strikeX) / 900
        const down = (y * height + 60) / 640
        const closeness = Math.max(0, 1 - across * across - down * down)
        const light = Math.min(0.95, limitedStrength * power * (0.16 + 0.26 * skyShare + 0.5 * closeness))
        soft.dim(node, 1 - limitedStrength * SKY_DARKENING * (0.6 + 0.4 * skyShare) + limitedStrength * power * 0.5)
        soft.shine(node, light * LIGHTNING_COLOUR[0], light * LIGHTNING_COLOUR[1], light * LIGHTNING_COLOUR[2])
      }
    }
  }
}
