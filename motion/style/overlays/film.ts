import { wave } from '#motion/curves.ts'
import { type OverlayCanvas, type OverlayFactory, type Mask, rgb, chance, rise, coverOf, makeMask, softDot } from '../overlay-canvas.ts'

/** The frame rate of old projectors. */
const PICTURES_PER_SECOND = 16
const SCRATCHES = 4
const SPECKS = 9
const HAIRS = 2
const SCRATCH_LIGHT = rgb(250, 244, 228)
const SCRATCH_DARK = rgb(22, 18, 14)
const SCRATCH_GRAIN_LEVELS = 13
const FLICKER = 0.07

function scratch({ kernel, frame, unit }: OverlayCanvas, thickness: number): Mask {
  const half = frame.height / 2 + 2
  const thick = Math.max(0.7, thickness * unit)
  return makeMask(kernel, thick + 2, half, (x, y) => coverOf(Math.abs(x) - thick / 2) * (0.62 + 0.38 * wave(y / frame.height / 0.31)))
}

function hair({ kernel, unit }: OverlayCanvas): Mask {
  const reach = 26 * unit
  return makeMask(kernel, reach, reach, (x, y) => {
    const part = x / reach
    const bent = 0.5 * wave(part * 0.42 + 0.1) + 0.14 * wave(part * 0.9)
    return (1 - part * part) * coverOf(Math.abs(y - bent * reach) - Math.max(0.5, 0.7 * unit))
  })
}

/** Scratches, specks, hairs and lamp flicker, as on a worn film. */
export const makeFilmScratches: OverlayFactory = (canvas) => {
  const { kernel, unit, width, height, seed, brush, needSoft, needGrain } = canvas
  const soft = needSoft()
  const setGrain = needGrain()
  const scratches = [scratch(canvas, 1), scratch(canvas, 1.8)] as const
  const specks = [softDot(kernel, 2.4 * unit), softDot(kernel, 4 * unit), softDot(kernel, 7 * unit)] as const
  const curl = hair(canvas)

  return (seconds, strength) => {
    const part = Math.min(1, strength)
    const picture = Math.floor(seconds * PICTURES_PER_SECOND)
    setGrain(part * SCRATCH_GRAIN_LEVELS)
    const lamp = 1 - FLICKER * part * chance(seed, 0, picture)
    for (let node = 0; node < soft.columns * soft.rows; node++) soft.dim(node, lamp)
    for (let index = 0; index < SCRATCHES; index++) {
      const turn = Math.floor(seconds * 0.9 + chance(seed, index, -1))
      if (chance(seed, index + 10, turn) > 0.6) continue
      const x = chance(seed, index + 20, turn) * width + 5 * chance(seed, index + 30, picture) + 14 * wave(seconds * 0.4 + index)
      const seen = part * (0.2 + 0.4 * chance(seed, index + 40, picture))
      brush.stamp(scratches[index % 2 === 0 ? 0 : 1], x, height / 2, index % 3 === 2 ? SCRATCH_DARK : SCRATCH_LIGHT, seen, 1)
    }
    for (let index = 0; index < SPECKS; index++) {
      if (chance(seed, index + 50, picture) > 0.5) continue
      const [x, y] = [chance(seed, index + 60, picture) * width, chance(seed, index + 70, picture) * height]
      brush.stamp(
        specks[index % 3 === 0 ? 0 : index % 3 === 1 ? 1 : 2],
        x,
        y,
        index % 2 === 0 ? SCRATCH_DARK : SCRATCH_LIGHT,
        0.75 * part,
        1,
      )
    }
    for (let index = 0; index < HAIRS; index++) {
      if (chance(seed, index + 80, picture) > 0.16) continue
      const [x, y] = [chance(seed, index + 90, picture) * width, chance(seed, index + 100, picture) * height]
      brush.turn(curl, x, y, SCRATCH_DARK, 0.7 * part, 1, chance(seed, index + 110, picture), 1, 1)
    }
  }
}

const GRAIN_LEVELS = 16

export const makeGrain: OverlayFactory = (canvas) => {
  const setGrain = canvas.needGrain()
  return (_seconds, strength) => setGrain(strength * GRAIN_LEVELS)
}

const LINE_UNITS = 4
const LEAST_LINE_PX = 3
const DARKNESS = 0.42
const SCANLINE_BLACK = rgb(0, 4, 10)
/** The speed of the bright band, in frame heights per second. */
const ROLL = 0.17
const LINE_SPEED_UNITS = 6
const BAND_REACH = 0.16
const BAND_LIGHT = 0.1
const HUM = 0.025

/** Scan lines of an old screen, with a bright band that rolls down and slight flicker. */
export const makeScanlines: OverlayFactory = ({ kernel, frame, unit, width, height, brush, needSoft, needGrain }) => {
  const soft = needSoft()
  const setGrain = needGrain()
  const period = Math.max(LEAST_LINE_PX, Math.round(LINE_UNITS * unit))
  const line = makeMask(kernel, frame.width / 2 + 4, period / 2, (_x, y) => Math.max(0, wave(y / period + 0.25)))
  const apart = period / unit

  return (seconds, strength) => {
    const part = Math.min(1, strength)
    setGrain(part * 9)
    const moved = (seconds * LINE_SPEED_UNITS) % apart
    for (let y = moved - apart; y < height + apart; y += apart) brush.stamp(line, width / 2, y, SCANLINE_BLACK, part * DARKNESS, 1)
    const band = (seconds * ROLL) % 1.4
    const hum = 1 - HUM * part * (0.5 + 0.5 * wave(seconds * 7.3))
    for (let row = 0, node = 0; row < soft.rows; row++) {
      const from = Math.abs((soft.positionY[row] ?? 0) - band + 0.2) / BAND_REACH
      const light = from < 1 ? part * BAND_LIGHT * (1 - from) * (1 - from) : 0
      for (let column = 0; column < soft.columns; column++, node++) {
        soft.dim(node, hum)
        soft.shine(node, light * 0.8, light, light)
      }
    }
  }
}

/** The aspect ratio between the bars, and the smallest height of each bar as a share of the frame. */
const WIDE_RATIO = 2.39
const LEAST_BAR = 0.085
const LETTERBOX_BLACK = rgb(0, 0, 0)

/** Black bars above and below. With growing strength they slide in, by fractions of a pixel. */
export const makeLetterbox: OverlayFactory = ({ kernel, frame, pixelsAt }) => {
  const full = Math.max(LEAST_BAR * frame.height, (frame.height - frame.width / WIDE_RATIO) / 2)
  const bar = Math.min(full, 0.2 * frame.height)
  const rowBytes = frame.width * 4

  function blackenRows(row: number, count: number): void {
    kernel.words(pixelsAt + row * rowBytes, frame.width * count).fill(LETTERBOX_BLACK)
  }

  function shadeRow(row: number, part: number): void {
    const bytes = kernel.bytes(pixelsAt + row * rowBytes, rowBytes)
    for (let at = 0; at < rowBytes; at++) if ((at & 3) !== 3) bytes[at] = Math.round((bytes[at] ?? 0) * (1 - part))
  }

  return (_seconds, strength) => {
    const height = Math.min(1, strength) * bar
    const whole = Math.floor(height)
    blackenRows(0, whole)
    blackenRows(frame.height - whole, whole)
    shadeRow(whole, height - whole)
    shadeRow(frame.height - 1 - whole, height - whole)
  }
}

const DARKEST = 0.62

/** Darkened corners. */
export const makeVignette: OverlayFactory = (canvas) => {
  const soft = canvas.needSoft()
  const shade = new Float32Array(soft.columns * soft.rows)
  for (let row = 0, node = 0; row < soft.rows; row++) {
    const y = ((soft.positionY[row] ?? 0) - 0.5) * 2
    for (let column = 0; column < soft.columns; column++, node++) {
      const x = ((soft.positionX[column] ?? 0) - 0.5) * 2
      shade[node] = DARKEST * rise(Math.sqrt(x * x + y * y), 0.45, 1.5)
    }
  }
  return (_seconds, strength) => {
    for (let node = 0; node < shade.length; node++) soft.dim(node, 1 - Math.min(1.4, strength) * (shade[node] ?? 0))
  }
}

const FLASH_COLOUR = [1, 0.985, 0.95] as const

/** White light over everything; at strength 1 the frame is white. */
export const makeFlash: OverlayFactory = (canvas) => {
  const soft = canvas.needSoft()
  return (_seconds, strength) => {
    const part = Math.min(1, strength)
    for (let node = 0; node < soft.columns * soft.rows; node++) soft.veil(node, part, ...FLASH_COLOUR)
  }
}
