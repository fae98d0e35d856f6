import { wave } from '#motion/curves.ts'
import {
  type OverlayCanvas,
  type OverlayFactory,
  type Mask,
  rgb,
  randomAt,
  smoothBetween,
  coverOf,
  makeMask,
  softDot,
} from '../overlay-canvas.ts'

/** The frame rate of old projectors. */
const FILM_FRAMES_PER_SECOND = 16
const SCRATCH_COUNT = 4
const SPECK_COUNT = 9
const HAIR_COUNT = 2
const SCRATCH_LIGHT = rgb(250, 244, 228)
const SCRATCH_DARK = rgb(22, 18, 14)
const SCRATCH_GRAIN_LEVELS = 13
const LAMP_FLICKER = 0.07

function makeScratchMask({ kernel, frame, unit }: OverlayCanvas, thickness: number): Mask {
  const halfHeight = frame.height / 2 + 2
  const widthPx = Math.max(0.7, thickness * unit)
  return makeMask(
    kernel,
    widthPx + 2,
    halfHeight,
    (x, y) => coverOf(Math.abs(x) - widthPx / 2) * (0.62 + 0.38 * wave(y / frame.height / 0.31)),
  )
}

function makeHairMask({ kernel, unit }: OverlayCanvas): Mask {
  const reach = 26 * unit
  return makeMask(kernel, reach, reach, (x, y) => {
    const part = x / reach
    const bendY = 0.5 * wave(part * 0.42 + 0.1) + 0.14 * wave(part * 0.9)
    return (1 - part * part) * coverOf(Math.abs(y - bendY * reach) - Math.max(0.5, 0.7 * unit))
  })
}

/** Scratches, specks, hairs and lamp flicker, as on a worn film. */
export const makeFilmScratches: OverlayFactory = (canvas) => {
  const { kernel, unit, width, height, seed, brush, addSoftPlane, addGrain } = canvas
  const soft = addSoftPlane()
  const setGrain = addGrain()
  const scratches = [makeScratchMask(canvas, 1), makeScratchMask(canvas, 1.8)] as const
  const specks = [softDot(kernel, 2.4 * unit), softDot(kernel, 4 * unit), softDot(kernel, 7 * unit)] as const
  const hairMask = makeHairMask(canvas)

  return (seconds, strength) => {
    const limitedStrength = Math.min(1, strength)
    const filmFrame = Math.floor(seconds * FILM_FRAMES_PER_SECOND)
    setGrain(limitedStrength * SCRATCH_GRAIN_LEVELS)
    const lamp = 1 - LAMP_FLICKER * limitedStrength * randomAt(seed, 0, filmFrame)
    for (let node = 0; node < soft.columns * soft.rows; node++) soft.dim(node, lamp)
    for (let index = 0; index < SCRATCH_COUNT; index++) {
      const round = Math.floor(seconds * 0.9 + randomAt(seed, index, -1))
      if (randomAt(seed, index + 10, round) > 0.6) continue
      const x = randomAt(seed, index + 20, round) * width + 5 * randomAt(seed, index + 30, filmFrame) + 14 * wave(seconds * 0.4 + index)
      const opacity = limitedStrength * (0.2 + 0.4 * randomAt(seed, index + 40, filmFrame))
      brush.stamp(scratches[index % 2 === 0 ? 0 : 1], x, height / 2, index % 3 === 2 ? SCRATCH_DARK : SCRATCH_LIGHT, opacity, 1)
    }
    for (let index = 0; index < SPECK_COUNT; index++) {
      if (randomAt(seed, index + 50, filmFrame) > 0.5) continue
      const [x, y] = [randomAt(seed, index + 60, filmFrame) * width, randomAt(seed, index + 70, filmFrame) * height]
      brush.stamp(
        specks[index % 3 === 0 ? 0 : index % 3 === 1 ? 1 : 2],
        x,
        y,
        index % 2 === 0 ? SCRATCH_DARK : SCRATCH_LIGHT,
        0.75 * limitedStrength,
        1,
      )
    }
    for (let index = 0; index < HAIR_COUNT; index++) {
      if (randomAt(seed, index + 80, filmFrame) > 0.16) continue
      const [x, y] = [randomAt(seed, index + 90, filmFrame) * width, randomAt(seed, index + 100, filmFrame) * height]
      brush.stampTurned(hairMask, x, y, SCRATCH_DARK, 0.7 * limitedStrength, 1, randomAt(seed, index + 110, filmFrame), 1, 1)
    }
  }
}

const GRAIN_LEVELS = 16

export const makeGrain: OverlayFactory = (canvas) => {
  const setGrain = canvas.addGrain()
  return (_seconds, strength) => setGrain(strength * GRAIN_LEVELS)
}

const LINE_UNITS = 4
const LEAST_LINE_PX = 3
const SCANLINE_OPACITY = 0.42
const SCANLINE_BLACK = rgb(0, 4, 10)
/** The speed of the bright band, in frame heights per second. */
const BAND_SPEED = 0.17
const LINE_SPEED_UNITS = 6
const BAND_REACH = 0.16
const BAND_LIGHT = 0.1
const SCREEN_FLICKER = 0.025

/** Scan lines of an old screen, with a bright band that rolls down and slight flicker. */
export const makeScanlines: OverlayFactory = ({ kernel, frame, unit, width, height, brush, addSoftPlane, addGrain }) => {
  const soft = addSoftPlane()
  const setGrain = addGrain()
  const period = Math.max(LEAST_LINE_PX, Math.round(LINE_UNITS * unit))
  const line = makeMask(kernel, frame.width / 2 + 4, period / 2, (_x, y) => Math.max(0, wave(y / period + 0.25)))
  const lineDistance = period / unit

  return (seconds, strength) => {
    const limitedStrength = Math.min(1, strength)
    setGrain(limitedStrength * 9)
    const lineShift = (seconds * LINE_SPEED_UNITS) % lineDistance
    for (let y = lineShift - lineDistance; y < height + lineDistance; y += lineDistance)
      brush.stamp(line, width / 2, y, SCANLINE_BLACK, limitedStrength * SCANLINE_OPACITY, 1)
    const band = (seconds * BAND_SPEED) % 1.4
    const flicker = 1 - SCREEN_FLICKER * limitedStrength * (0.5 + 0.5 * wave(seconds * 7.3))
    for (let row = 0, node = 0; row < soft.rows; row++) {
      const distance = Math.abs((soft.positionY[row] ?? 0) - band + 0.2) / BAND_REACH
      const light = distance < 1 ? limitedStrength * BAND_LIGHT * (1 - distance) * (1 - distance) : 0
      for (let column = 0; column < soft.columns; column++, node++) {
        soft.dim(node, flicker)
        soft.shine(node, light * 0.8, light, light)
      }
    }
  }
}

/** The aspect ratio between the bars, and the smallest height of each bar as a share of the frame. */
const WIDE_RATIO = 2.39
const MIN_BAR_SHARE = 0.085
const LETTERBOX_BLACK = rgb(0, 0, 0)

/** Black bars above and below. With growing strength they slide in, by fractions of a pixel. */
export const makeLetterbox: OverlayFactory = ({ kernel, frame, pixelsOffset }) => {
  const letterboxHeight = Math.max(MIN_BAR_SHARE * frame.height, (frame.height - frame.width / WIDE_RATIO) / 2)
  const maxBarHeight = Math.min(letterboxHeight, 0.2 * frame.height)
  const rowBytes = frame.width * 4

  function blackenRows(row: number, count: number): void {
    kernel.words(pixelsOffset + row * rowBytes, frame.width * count).fill(LETTERBOX_BLACK)
  }

  function shadeRow(row: number, darkening: number): void {
    const bytes = kernel.bytes(pixelsOffset + row * rowBytes, rowBytes)
    for (let at = 0; at < rowBytes; at++) if ((at & 3) !== 3) bytes[at] = Math.round((bytes[at] ?? 0) * (1 - darkening))
  }

  return (_seconds, strength) => {
    const barHeight = Math.min(1, strength) * maxBarHeight
    const wholeRows = Math.floor(barHeight)
    blackenRows(0, wholeRows)
    blackenRows(frame.height - wholeRows, wholeRows)
    shadeRow(wholeRows, barHeight - wholeRows)
    shadeRow(frame.height - 1 - wholeRows, barHeight - wholeRows)
  }
}

const MAX_DARKNESS = 0.62

/** Darkened corners. */
export const makeVignette: OverlayFactory = (canvas) => {
  const soft = canvas.addSoftPlane()
  const darkness = new Float32Array(soft.columns * soft.rows)
  for (let row = 0, node = 0; row < soft.rows; row++) {
    const y = ((soft.positionY[row] ?? 0) - 0.5) * 2
    for (let column = 0; column < soft.columns; column++, node++) {
      const x = ((soft.positionX[column] ?? 0) - 0.5) * 2
      darkness[node] = MAX_DARKNESS * smoothBetween(Math.sqrt(x * x + y * y), 0.45, 1.5)
    }
  }
  return (_seconds, strength) => {
    for (let node = 0; node < darkness.length; node++) soft.dim(node, 1 - Math.min(1.4, strength) * (darkness[node] ?? 0))
  }
}

const FLASH_COLOUR = [1, 0.985, 0.95] as const

/** White light over everything; at strength 1 the frame is white. */
export const makeFlash: OverlayFactory = (canvas) => {
  const soft = canvas.addSoftPlane()
  return (_seconds, strength) => {
    const limitedStrength = Math.min(1, strength)
    for (let node = 0; node < soft.columns * soft.rows; node++) soft.veil(node, limitedStrength, ...FLASH_COLOUR)
  }
}
