import { wave } from '#motion/curves.ts'
import { type OverlayFactory, chance, rise } from '../overlay-canvas.ts'
import { makeCloudTile } from '../cloud-tile.ts'

/** Curtains: position of the lower edge (share of the height), height, speed of the folds, colours of the lower and upper edge. */
const CURTAINS = [
  { foot: 0.36, tall: 0.42, pace: 1, power: 1.1, low: [0.1, 0.95, 0.5], high: [0.42, 0.16, 0.8] },
  { foot: 0.24, tall: 0.32, pace: -0.7, power: 0.9, low: [0.08, 0.8, 0.78], high: [0.7, 0.16, 0.62] },
] as const
const DIM = 0.2

/** Northern lights in the upper half, with wandering folds and slowly flickering rays. */
export const makeAurora: OverlayFactory = ({ width, seed, needSoft }) => {
  const soft = needSoft()
  const clouds = makeCloudTile(seed)
  const start = chance(seed, 0, 0)
  const foot = new Float32Array(soft.columns)
  const power = new Float32Array(soft.columns)

  return (seconds, strength) => {
    const dim = 1 - DIM * Math.min(1, strength)
    for (let node = 0; node < soft.columns * soft.rows; node++) soft.dim(node, dim)
    for (const [index, curtain] of CURTAINS.entries()) {
      for (let column = 0; column < soft.columns; column++) {
        const x = (soft.positionX[column] ?? 0) * (width / 1280)
        const fold =
          wave(x * 0.9 + seconds * 0.05 * curtain.pace + start + index * 0.4) +
          0.5 * wave(x * 2.1 - seconds * 0.08 * curtain.pace + start * 3)
        foot[column] = curtain.foot + 0.09 * fold
        const rays = clouds.at(x * 1.6 + seconds * 0.03 * curtain.pace + start, seconds * 0.05 + index * 0.5)
        const band = clouds.at(x * 0.35 - seconds * 0.02 * curtain.pace, seconds * 0.03 + 0.3)
        power[column] = strength * curtain.power * rise(rays, 0.12, 0.85) * (0.35 + 0.65 * rise(band, 0.3, 0.65))
      }
      for (let row = 0, node = 0; row < soft.rows; row++) {
        const y = soft.positionY[row] ?? 0
        for (let column = 0; column < soft.columns; column++, node++) {
          const up = ((foot[column] ?? 0) - y) / curtain.tall
          if (up <= -0.14 || up >= 1) continue
          const light = (power[column] ?? 0) * (up < 0 ? rise(up, -0.14, 0) : (1 - up) * (1 - up))
          const crown = up < 0 ? 0 : up
          const part = (channel: 0 | 1 | 2) =>
            Math.min(1, light * (curtain.low[channel] * (1 - crown) + curtain.high[channel] * crown * 1.6))
          soft.shine(node, part(0), part(1), part(2))
        }
      }
    }
  }
}

const PART = 1.05
/** The brightness (0..1) from which an area glows. */
const THRESHOLD = 0.32
/** Radius of each of the blur's two passes, in units. */
const REACH = 42

/** A running mean along one line of a three-channel plane, with stride `step`; beyond its ends the last value is repeated. */
function blurLine(from: Float32Array, to: Float32Array, at: number, step: number, length: number, radius: number): void {
  const scale = 1 / (2 * radius + 1)
  const last = at + (length - 1) * step
  let sum = 0
  for (let i = -radius; i <= radius; i++) sum += from[Math.min(last, Math.max(at, at + i * step))] ?? 0
  for (let i = 0, index = at; i < length; i++, index += step) {
    to[index] = sum * scale
    sum += (from[Math.min(last, index + (radius + 1) * step)] ?? 0) - (from[Math.max(at, index - radius * step)] ?? 0)
  }
}

function blur(plane: Float32Array, spare: Float32Array, columns: number, rows: number, radius: number): void {
  for (let line = 0; line < rows * 3; line++) {
    blurLine(plane, spare, Math.floor(line / 3) * columns * 3 + (line % 3), 3, columns, radius)
  }
  for (let line = 0; line < columns * 3; line++) blurLine(spare, plane, line, columns * 3, rows, radius)
}

/** Bloom of the picture's own bright areas, slowly pulsating. */
export const makeGlow: OverlayFactory = ({ kernel, frame, pixelsAt, unit, needSoft }) => {
  const soft = needSoft()
  const columns = frame.width >> soft.cellBits
  const rows = frame.height >> soft.cellBits
  const smallAt = kernel.allocate(columns * rows * 4)
  const bright = new Float32Array(columns * rows * 3)
  const spare = new Float32Array(columns * rows * 3)
  const radius = Math.max(1, Math.round((REACH * unit) / (1 << soft.cellBits)))

  function readBright(): void {
    kernel.shrink(pixelsAt, frame.width, frame.height, soft.cellBits, smallAt)
    const small = kernel.bytes(smallAt, columns * rows * 4)
    for (let from = 0, to = 0; to < bright.length; from += 4, to += 3) {
      const [red, green, blue] = [small[from] ?? 0, small[from + 1] ?? 0, small[from + 2] ?? 0]
      const luma = (0.3 * red + 0.59 * green + 0.11 * blue) / 255
      const part = Math.max(0, luma - THRESHOLD) / (1 - THRESHOLD) / 255
      bright[to] = red * part
      bright[to + 1] = green * part
      bright[to + 2] = blue * part
    }
  }

  return (seconds, strength) => {
    readBright()
    blur(bright, spare, columns, rows, radius)
    blur(bright, spare, columns, rows, radius)
    const part = Math.min(1.3, strength) * PART * (1 + 0.08 * wave(seconds / 3.7))
    for (let row = 0, node = 0; row < soft.rows; row++) {
      const fromRow = Math.min(rows - 1, row) * columns
      for (let column = 0; column < soft.columns; column++, node++) {
        const at = (fromRow + Math.min(columns - 1, column)) * 3
        soft.shine(node, (bright[at] ?? 0) * part, (bright[at + 1] ?? 0) * part, (bright[at + 2] ?? 0) * part)
      }
    }
  }
}

const RADIUS = 300
const SOFT_EDGE = 190
const DARKNESS = 0.72
const LIGHT = [0.1, 0.085, 0.05] as const
const BRIGHTER = 0.16

/** A slowly wandering spotlight; the rest of the frame is darkened. */
export const makeSpotlight: OverlayFactory = ({ width, height, seed, needSoft }) => {
  const soft = needSoft()
  const phase = chance(seed, 0, 0)

  return (seconds, strength) => {
    const part = Math.min(1.3, strength)
    const middleX = width * (0.5 + 0.17 * wave(seconds * 0.09 + phase))
    const middleY = height * (0.47 + 0.1 * wave(seconds * 0.13 + phase * 3))
    for (let row = 0, node = 0; row < soft.rows; row++) {
      const down = (soft.positionY[row] ?? 0) * height - middleY
      for (let column = 0; column < soft.columns; column++, node++) {
        const across = (soft.positionX[column] ?? 0) * width - middleX
        const lit = 1 - rise(Math.sqrt(across * across + down * down), RADIUS - SOFT_EDGE, RADIUS + SOFT_EDGE)
        soft.dim(node, 1 + part * (lit * BRIGHTER - (1 - lit) * DARKNESS))
        soft.shine(node, part * lit * LIGHT[0], part * lit * LIGHT[1], part * lit * LIGHT[2])
      }
    }
  }
}

/** Each leak: position on the frame's edge (0..1), extent (units), period of the pulsation, colour. */
const LEAKS = [
  { side: -0.06, height: 0.3, reachX: 520, reachY: 640, seconds: 5.2, colour: [0.95, 0.36, 0.1] },
  { side: 1.05, height: 0.72, reachX: 640, reachY: 520, seconds: 7.1, colour: [0.9, 0.2, 0.22] },
  { side: 0.82, height: -0.12, reachX: 700, reachY: 380, seconds: 6.1, colour: [1, 0.66, 0.22] },
  { side: 0.12, height: 1.1, reachX: 460, reachY: 330, seconds: 4.3, colour: [0.6, 0.12, 0.5] },
] as const
const WANDER = 0.14

/** Warm light leaks at the edges that grow and fade, as in an old camera. */
export const makeLightLeaks: OverlayFactory = ({ width, height, seed, needSoft }) => {
  const soft = needSoft()
  const mirrored = chance(seed, 0, 0) < 0.5
  const phase = chance(seed, 1, 0)

  return (seconds, strength) => {
    for (const [index, { reachX, reachY, colour, ...leak }] of LEAKS.entries()) {
      const turns = seconds / leak.seconds + phase + index * 0.37
      const side = leak.side + WANDER * wave(turns * 0.5)
      const x = (mirrored ? 1 - side : side) * width
      const y = (leak.height + WANDER * wave(turns * 0.7 + 0.2)) * height
      const power = strength * (0.58 + 0.42 * wave(turns))
      for (let row = 0, node = 0; row < soft.rows; row++) {
        const down = ((soft.positionY[row] ?? 0) * height - y) / reachY
        for (let column = 0; column < soft.columns; column++, node++) {
          const across = ((soft.positionX[column] ?? 0) * width - x) / reachX
          const rest = 1 - (across * across + down * down)
          if (rest <= 0) continue
          const light = Math.min(0.96, power * rest * rest)
          const hot = light * rest
          soft.shine(node, light * colour[0], Math.min(1, light * colour[1] + hot * 0.12), Math.min(1, light * colour[2] + hot * 0.08))
        }
      }
    }
  }
}
