import { wave } from '#motion/curves.ts'
import { type OverlayFactory, randomAt, smoothBetween } from '../overlay-canvas.ts'
import { makeCloudTile } from '../cloud-tile.ts'

/** Lower edge and height (shares of the frame's height), speed of the folds, brightness, colours of the lower and upper edge. */
const CURTAINS = [
  { foot: 0.36, tall: 0.42, pace: 1, power: 1.1, low: [0.1, 0.95, 0.5], high: [0.42, 0.16, 0.8] },
  { foot: 0.24, tall: 0.32, pace: -0.7, power: 0.9, low: [0.08, 0.8, 0.78], high: [0.7, 0.16, 0.62] },
] as const
const SKY_DARKENING = 0.2

/** Northern lights in the upper half, with wandering folds and slowly flickering rays. */
export const makeAurora: OverlayFactory = ({ width, seed, addSoftPlane }) => {
  const soft = addSoftPlane()
  const clouds = makeCloudTile(seed)
  const phase = randomAt(seed, 0, 0)
  const footY = new Float32Array(soft.columns)
  const columnPower = new Float32Array(soft.columns)

  return (seconds, strength) => {
    const skyGain = 1 - SKY_DARKENING * Math.min(1, strength)
    for (let node = 0; node < soft.columns * soft.rows; node++) soft.dim(node, skyGain)
    for (const [index, curtain] of CURTAINS.entries()) {
      for (let column = 0; column < soft.columns; column++) {
        const x = (soft.positionX[column] ?? 0) * (width / 1280)
        const fold =
          wave(x * 0.9 + seconds * 0.05 * curtain.pace + phase + index * 0.4) +
          0.5 * wave(x * 2.1 - seconds * 0.08 * curtain.pace + phase * 3)
        footY[column] = curtain.foot + 0.09 * fold
        const rays = clouds.at(x * 1.6 + seconds * 0.03 * curtain.pace + phase, seconds * 0.05 + index * 0.5)
        const band = clouds.at(x * 0.35 - seconds * 0.02 * curtain.pace, seconds * 0.03 + 0.3)
        columnPower[column] = strength * curtain.power * smoothBetween(rays, 0.12, 0.85) * (0.35 + 0.65 * smoothBetween(band, 0.3, 0.65))
      }
      for (let row = 0, node = 0; row < soft.rows; row++) {
        const y = soft.positionY[row] ?? 0
        for (let column = 0; column < soft.columns; column++, node++) {
          const curtainPart = ((footY[column] ?? 0) - y) / curtain.tall
          if (curtainPart <= -0.14 || curtainPart >= 1) continue
          const light =
            (columnPower[column] ?? 0) * (curtainPart < 0 ? smoothBetween(curtainPart, -0.14, 0) : (1 - curtainPart) * (1 - curtainPart))
          const upperPart = curtainPart < 0 ? 0 : curtainPart
          const channelLight = (channel: 0 | 1 | 2) =>
            Math.min(1, light * (curtain.low[channel] * (1 - upperPart) + curtain.high[channel] * upperPart * 1.6))
          soft.shine(node, channelLight(0), channelLight(1), channelLight(2))
        }
      }
    }
  }
}

const GLOW_STRENGTH = 1.05
/** The brightness (0..1) from which an area glows. */
const GLOW_THRESHOLD = 0.32
/** Radius of each of the blur's two passes, in units. */
const GLOW_RADIUS = 42

/** A running mean along one line of a three-channel plane, with stride `step`; beyond its ends the last value is repeated. */
function blurLine(from: Float32Array, to: Float32Array, start: number, step: number, length: number, radius: number): void {
  const scale = 1 / (2 * radius + 1)
  const end = start + (length - 1) * step
  let sum = 0
  for (let i = -radius; i <= radius; i++) sum += from[Math.min(end, Math.max(start, start + i * step))] ?? 0
  for (let i = 0, index = start; i < length; i++, index += step) {
    to[index] = sum * scale
    sum += (from[Math.min(end, index + (radius + 1) * step)] ?? 0) - (from[Math.max(start, index - radius * step)] ?? 0)
  }
}

function blurPlane(plane: Float32Array, scratchPlane: Float32Array, columns: number, rows: number, radius: number): void {
  for (let line = 0; line < rows * 3; line++) {
    blurLine(plane, scratchPlane, Math.floor(line / 3) * columns * 3 + (line % 3), 3, columns, radius)
  }
  for (let line = 0; line < columns * 3; line++) blurLine(scratchPlane, plane, line, columns * 3, rows, radius)
}

/** Bloom of the picture's own bright areas, slowly pulsating. */
export const makeGlow: OverlayFactory = ({ kernel, frame, pixelsOffset, unit, addSoftPlane }) => {
  const soft = addSoftPlane()
  const columns = frame.width >> soft.cellBits
  const rows = frame.height >> soft.cellBits
  const smallOffset = kernel.allocate(columns * rows * 4)
  const brightAreas = new Float32Array(columns * rows * 3)
  const scratchPlane = new Float32Array(columns * rows * 3)
  const radius = Math.max(1, Math.round((GLOW_RADIUS * unit) / (1 << soft.cellBits)))

  function readBrightAreas(): void {
    kernel.shrink(pixelsOffset, frame.width, frame.height, soft.cellBits, smallOffset)
    const smallPixels = kernel.bytes(smallOffset, columns * rows * 4)
    for (let from = 0, to = 0; to < brightAreas.length; from += 4, to += 3) {
      const [red, green, blue] = [smallPixels[from] ?? 0, smallPixels[from + 1] ?? 0, smallPixels[from + 2] ?? 0]
      const luma = (0.3 * red + 0.59 * green + 0.11 * blue) / 255
      const excess = Math.max(0, luma - GLOW_THRESHOLD) / (1 - GLOW_THRESHOLD) / 255
      brightAreas[to] = red * excess
      brightAreas[to + 1] = green * excess
      brightAreas[to + 2] = blue * excess
    }
  }

  return (seconds, strength) => {
    readBrightAreas()
    blurPlane(brightAreas, scratchPlane, columns, rows, radius)
    blurPlane(brightAreas, scratchPlane, columns, rows, radius)
    const glowStrength = Math.min(1.3, strength) * GLOW_STRENGTH * (1 + 0.08 * wave(seconds / 3.7))
    for (let row = 0, node = 0; row < soft.rows; row++) {
      const fromRow = Math.min(rows - 1, row) * columns
      for (let column = 0; column < soft.columns; column++, node++) {
        const at = (fromRow + Math.min(columns - 1, column)) * 3
        soft.shine(
          node,
          (brightAreas[at] ?? 0) * glowStrength,
          (brightAreas[at + 1] ?? 0) * glowStrength,
          (brightAreas[at + 2] ?? 0) * glowStrength,
        )
      }
    }
  }
}

const SPOT_RADIUS = 300
const SPOT_SOFT_EDGE = 190
const SPOT_DARKENING = 0.72
const SPOT_LIGHT = [0.1, 0.085, 0.05] as const
const SPOT_BRIGHTENING = 0.16

/** A slowly wandering spotlight; the rest of the frame is darkened. */
export const makeSpotlight: OverlayFactory = ({ width, height, seed, addSoftPlane }) => {
  const soft = addSoftPlane()
  const phase = randomAt(seed, 0, 0)

  return (seconds, strength) => {
    const limitedStrength = Math.min(1.3, strength)
    const middleX = width * (0.5 + 0.17 * wave(seconds * 0.09 + phase))
    const middleY = height * (0.47 + 0.1 * wave(seconds * 0.13 + phase * 3))
    for (let row = 0, node = 0; row < soft.rows; row++) {
      const down = (soft.positionY[row] ?? 0) * height - middleY
      for (let column = 0; column < soft.columns; column++, node++) {
        const across = (soft.positionX[column] ?? 0) * width - middleX
        const litShare =
          1 - smoothBetween(Math.sqrt(across * across + down * down), SPOT_RADIUS - SPOT_SOFT_EDGE, SPOT_RADIUS + SPOT_SOFT_EDGE)
        soft.dim(node, 1 + limitedStrength * (litShare * SPOT_BRIGHTENING - (1 - litShare) * SPOT_DARKENING))
        soft.shine(
          node,
          limitedStrength * litShare * SPOT_LIGHT[0],
          limitedStrength * litShare * SPOT_LIGHT[1],
          limitedStrength * litShare * SPOT_LIGHT[2],
        )
      }
    }
  }
}

/** Each leak: position (x and y as shares of the frame, 0..1 is inside), extent (units), period of the pulsation in seconds, colour. */
const LEAKS = [
  { side: -0.06, height: 0.3, reachX: 520, reachY: 640, seconds: 5.2, colour: [0.95, 0.36, 0.1] },
  { side: 1.05, height: 0.72, reachX: 640, reachY: 520, seconds: 7.1, colour: [0.9, 0.2, 0.22] },
  { side: 0.82, height: -0.12, reachX: 700, reachY: 380, seconds: 6.1, colour: [1, 0.66, 0.22] },
  { side: 0.12, height: 1.1, reachX: 460, reachY: 330, seconds: 4.3, colour: [0.6, 0.12, 0.5] },
] as const
const LEAK_WANDER = 0.14

/** Warm light leaks at the edges that grow and fade, as in an old camera. */
export const makeLightLeaks: OverlayFactory = ({ width, height, seed, addSoftPlane }) => {
  const soft = addSoftPlane()
  const isMirrored = randomAt(seed, 0, 0) < 0.5
  const phase = randomAt(seed, 1, 0)

  return (seconds, strength) => {
    for (const [index, { reachX, reachY, colour, ...leak }] of LEAKS.entries()) {
      const turns = seconds / leak.seconds + phase + index * 0.37
      const side = leak.side + LEAK_WANDER * wave(turns * 0.5)
      const x = (isMirrored ? 1 - side : side) * width
      const y = (leak.height + LEAK_WANDER * wave(turns * 0.7 + 0.2)) * height
      const power = strength * (0.58 + 0.42 * wave(turns))
      for (let row = 0, node = 0; row < soft.rows; row++) {
        const down = ((soft.positionY[row] ?? 0) * height - y) / reachY
        for (let column = 0; column < soft.columns; column++, node++) {
          const across = ((soft.positionX[column] ?? 0) * width - x) / reachX
          const falloff = 1 - (across * across + down * down)
          if (falloff <= 0) continue
          const light = Math.min(0.96, power * falloff * falloff)
          const coreLight = light * falloff
          soft.shine(
            node,
            light * colour[0],
            Math.min(1, light * colour[1] + coreLight * 0.12),
            Math.min(1, light * colour[2] + coreLight * 0.08),
          )
        }
      }
    }
  }
}
