import { type Kernel, STAMP_WORDS, TURNED_WORDS } from '#motion/kernel/create-kernel.ts'
import type { Size } from '#motion/pixels.ts'
import { wave, smoothStep } from '../curves.ts'
import type { SoftPlane } from './soft-plane.ts'

/**
 * The canvas of overlays. Lengths are in units: the frame's area is always 960 x 960 units, so that a sketch and a full-size video match.
 */
export interface OverlayCanvas {
  readonly kernel: Kernel
  readonly frame: Size
  readonly pixelsOffset: number
  /** Pixels per unit. */
  readonly unit: number
  readonly width: number
  readonly height: number
  /** The seed of positions; the same for all frames of a video. */
  readonly seed: number
  readonly brush: Brush
  /** Returns the plane of soft light. After the first call, every frame is drawn with it. */
  readonly addSoftPlane: () => SoftPlane
  /** The depth that a frame shows at each node of the plane of soft light, 0 far to 1 near; undefined if depth is only guessed. */
  readonly readDepths?: (() => Float32Array) | undefined
  /** Adds grain to every frame; the returned function sets a frame's strength in levels of 255. */
  readonly addGrain: () => (levels: number) => void
}

/** Draws an overlay into a frame at a time in seconds; strength 0 draws nothing, 1 is ordinary. */
export type PaintOverlay = (seconds: number, strength: number) => void

/** Prepares an overlay for all frames of a video. */
export type OverlayFactory = (canvas: OverlayCanvas) => PaintOverlay

/**
 * Collects stamps of masks, which `flush` draws into a frame. Positions are in units of the canvas, opacity and cover 0..1. Cover 0 only
 * adds light, 1 hides the background.
 */
interface Brush {
  stamp(mask: Mask, x: number, y: number, colour: number, opacity: number, cover: number): void
  /** Stamps a mask that is rotated clockwise by `turns` full turns and scaled along its own axes. */
  stampTurned(
    mask: Mask,
    x: number,
    y: number,
    colour: number,
    opacity: number,
    cover: number,
    turns: number,
    scaleX: number,
    scaleY: number,
  ): void
  /** Draws all stamps since the last flush. */
  flush(): void
}

const MAX_ITEMS = 1024
const FIXED_ONE = 65_536
const Q15_ONE = 32_767
const MIN_OPACITY = 1 / 400
/** The smallest scale of a turned mask; smaller scales are raised to this one. */
const MIN_SCALE = 0.08

/** A colour of bytes, packed into a stamp's word. */
export function rgb(red: number, green: number, blue: number): number {
  return red | (green << 8) | (blue << 16) | (255 << 24) | 0
}

/** A brush for the RGBA frame at `pixelsOffset`, `unit` px per unit. */
export function createBrush(kernel: Kernel, frame: Size, pixelsOffset: number, unit: number): Brush {
  const stampsOffset = kernel.allocate(MAX_ITEMS * STAMP_WORDS * 4)
  const turnedOffset = kernel.allocate(MAX_ITEMS * TURNED_WORDS * 4)
  let stamps: Int32Array = new Int32Array()
  let turnedStamps: Int32Array = new Int32Array()
  let stampCount = 0
  let turnedCount = 0

  function flush(): void {
    kernel.stamp(stampsOffset, stampCount, pixelsOffset, frame.width, frame.height)
    kernel.stampTurned(turnedOffset, turnedCount, pixelsOffset, frame.width, frame.height)
    stampCount = 0
    turnedCount = 0
  }

  function writeShared(words: Int32Array, at: number, mask: Mask, colour: number, opacity: number, cover: number): void {
    words[at + 2] = mask.offset
    words[at + 3] = mask.width | (mask.height << 16)
    words[at + 4] = colour
    words[at + 5] = toQ15(opacity) | (toQ15(cover) << 16)
  }

  return {
    stamp(mask, x, y, colour, opacity, cover) {
      const left = x * unit - mask.width / 2
      const top = y * unit - mask.height / 2
      if (opacity < MIN_OPACITY || left >= frame.width || top >= frame.height || left + mask.width < 0 || top + mask.height < 0) return
      if (stampCount === MAX_ITEMS) flush()
      if (stampCount === 0) stamps = kernel.words(stampsOffset, MAX_ITEMS * STAMP_WORDS)
      const at = stampCount++ * STAMP_WORDS
      stamps[at] = Math.round(left * FIXED_ONE)
      stamps[at + 1] = Math.round(top * FIXED_ONE)
      writeShared(stamps, at, mask, colour, opacity, cover)
    },
    stampTurned(mask, x, y, colour, opacity, cover, turns, scaleX, scaleY) {
      const cosine = wave(turns + 0.25)
      const sine = wave(turns)
      const alongX = Math.max(MIN_SCALE, scaleX)
      const alongY = Math.max(MIN_SCALE, scaleY)
      const reachX = Math.ceil((Math.abs(cosine) * alongX * mask.width + Math.abs(sine) * alongY * mask.height) / 2)
      const reachY = Math.ceil((Math.abs(sine) * alongX * mask.width + Math.abs(cosine) * alongY * mask.height) / 2)
      const centreX = x * unit - 0.5
      const centreY = y * unit - 0.5
      if (opacity < MIN_OPACITY || centreX - reachX >= frame.width || centreY - reachY >= frame.height) return
      if (centreX + reachX < 0 || centreY + reachY < 0) return
      if (turnedCount === MAX_ITEMS) flush()
      if (turnedCount === 0) turnedStamps = kernel.words(turnedOffset, MAX_ITEMS * TURNED_WORDS)
      const at = turnedCount++ * TURNED_WORDS
      turnedStamps[at] = Math.round(centreX * FIXED_ONE)
      turnedStamps[at + 1] = Math.round(centreY * FIXED_ONE)
      writeShared(turnedStamps, at, mask, colour, opacity, cover)
      turnedStamps[at + 6] = Math.round((cosine / alongX) * FIXED_ONE)
      turnedStamps[at + 7] = Math.round((-sine / alongY) * FIXED_ONE)
      turnedStamps[at + 8] = Math.round((sine / alongX) * FIXED_ONE)
      turnedStamps[at + 9] = Math.round((cosine / alongY) * FIXED_ONE)
      turnedStamps[at + 10] = reachX | (reachY << 16)
    },
    flush,
  }
}

function toQ15(value: number): number {
  return Math.round(Math.min(1, Math.max(0, value)) * Q15_ONE)
}

/** A shape of bytes, 0 to 255, in the kernel's memory, with the empty border that the stamp passes require. */
export interface Mask {
  readonly offset: number
  readonly width: number
  readonly height: number
}

const WIDTH_STEP = 8
const BORDER = 3

/**
 * Creates a mask with an extent in pixels from its centre. `alphaAt` returns 0..1 at a position in pixels from the centre; it must be 0 at
 * the extent and beyond.
 */
export function makeMask(kernel: Kernel, reachX: number, reachY: number, alphaAt: (x: number, y: number) => number): Mask {
  const width = Math.ceil((2 * reachX + BORDER) / WIDTH_STEP) * WIDTH_STEP
  const height = Math.ceil(2 * reachY + BORDER)
  const borderBytes = width + WIDTH_STEP
  const offset = kernel.allocate(borderBytes + width * height) + borderBytes
  const bytes = kernel.bytes(offset - borderBytes, borderBytes + width * height)
  bytes.fill(0)
  for (let row = 1; row < height - 1; row++) {
    for (let column = 1; column < width - 1; column++) {
      const alpha = alphaAt(column - (width - 1) / 2, row - (height - 1) / 2)
      if (alpha > 0) bytes[borderBytes + row * width + column] = Math.round(Math.min(1, alpha) * 255)
    }
  }
  return { offset, width, height }
}

/** The coverage of a pixel at a signed `distance` px from a shape's edge; negative is inside. */
export function coverOf(distance: number, softness = 1): number {
  return Math.min(1, Math.max(0, 0.5 - distance / softness))
}

/** A dot that fades from its centre to 0 at `radius` px. */
export function softDot(kernel: Kernel, radius: number): Mask {
  const reach = Math.max(1, radius)
  const centreAlpha = Math.min(1, radius * radius)
  return makeMask(kernel, reach, reach, (x, y) => {
    const falloff = 1 - (x * x + y * y) / (reach * reach)
    return falloff > 0 ? centreAlpha * falloff * falloff : 0
  })
}

/** A flat disc whose edge fades over `softness` px and whose rim is brighter than its centre by `rim` (0..1). */
export function disc(kernel: Kernel, radius: number, softness: number, rim: number): Mask {
  const reach = radius + softness
  return makeMask(kernel, reach, reach, (x, y) => {
    const distance = Math.sqrt(x * x + y * y)
    const part = Math.min(1, distance / radius)
    return coverOf(distance - radius, softness) * (1 - rim + rim * part * part * part)
  })
}

/** The strength above which an overlay gets no more items. */
const MAX_STRENGTH = 1.6
const FADING_SHARE = 0.25

/** The number of items to draw at a strength. */
export function itemCount(count: number, strength: number): number {
  return Math.ceil(count * Math.min(MAX_STRENGTH, Math.max(0, strength)))
}

/** The opacity of item `index`. With growing strength, items fade in one after the other. */
export function itemOpacity(index: number, count: number, strength: number): number {
  const progress = (strength * count - index) / (count * FADING_SHARE)
  return progress < 0 ? 0 : progress > 1 ? 1 : progress
}

/** A smooth step: 0 up to `from`, 1 from `to` on. */
export function smoothBetween(value: number, from: number, to: number): number {
  return smoothStep((value - from) / (to - from))
}

/** The distance that gusty wind covers in a time. At the wind's average speed, the distance equals `seconds`. */
export function windDistance(seconds: number, phase: number, gust: (turns: number) => number): number {
  return seconds + 0.55 * gust(seconds / 5.3 + phase) + 0.25 * gust(seconds / 2.1 + phase * 3)
}

/** The layers of an overlay, each with its prepared data. */
export function prepareLayers<Layer extends object, More extends object>(
  layers: readonly Layer[],
  prepare: (layer: Layer) => More,
): readonly (Layer & More)[] {
  return layers.map((layer) => Object.assign({}, layer, prepare(layer)))
}

/** A hash in 0..1 of three whole numbers. Neighbouring numbers give unrelated results. */
export function randomAt(seed: number, index: number, round: number): number {
  let mixed = Math.imul(seed ^ Math.imul(index + 0x9e37, 0x85eb_ca6b), 0xc2b2_ae35)
  mixed ^= mixed >>> 15
  mixed = Math.imul(mixed ^ Math.imul(round + 0x79b9, 0x27d4_eb2f), 0x1656_67b1)
  mixed ^= mixed >>> 13
  mixed = Math.imul(mixed, 0x85eb_ca6b)
  return ((mixed ^ (mixed >>> 16)) >>> 0) / 4_294_967_296
}
