import { type Track, valueAt } from '#motion/keyframes.ts'
import { type Kernel, ROW_BYTES, TONE_HALVES } from '../kernel/create-kernel.ts'
import type { Size } from '../pixels.ts'
import { makeRandom } from '../random.ts'
import type { Grade } from '../vocabulary/grades.ts'
import { randomAt } from './overlay-canvas.ts'
import { type SoftPlane, createSoftPlane } from './soft-plane.ts'

/** The single pass over the frame for grade, soft light and grain. It is skipped if none of the three is used. */
interface Finish {
  readonly addSoftPlane: () => SoftPlane
  readonly addGrain: () => (levels: number) => void
  /** Resets the soft light and grain of the previous frame. */
  begin(): void
  /**
   * Runs the pass on a frame. Dither is added only if `isPainted`: then an overlay was drawn into the frame and may have added soft light.
   */
  run(index: number, time: number, isPainted: boolean): void
}

/** Dither, in levels of 255, that hides the banding of soft light. */
const DITHER_LEVELS = 1.4
/** The largest frame height at which grain has the tile's resolution, and the height from which it is twice as coarse. */
const FINE_HEIGHT = 360
const COARSE_HEIGHT = 1080
const WIDTH_STEP = 8
/** One level of grain in the fixed point of `Kernel.finish`, and the maximum number of levels. */
const GRAIN_LEVEL = 128
const MAX_LEVELS = 255

/** Prepares the pass for the RGBA frame at `pixelsOffset`, `unit` px per unit; `isFine`: soft light has the nodes of a warp's grid. */
export function createFinish(
  kernel: Kernel,
  seed: number,
  frame: Size,
  pixelsOffset: number,
  unit: number,
  grade: Grade | null,
  isFine = false,
): Finish {
  const rowOffset = kernel.allocate((frame.width + WIDTH_STEP) * ROW_BYTES)
  const toneOffset = kernel.allocate(TONE_HALVES * 2)
  let soft: SoftPlane | null = null
  let noiseOffset = 0
  let grain = 0

  function allocateNoise(): void {
    if (noiseOffset > 0) return
    const coarseness = Math.min(1, Math.max(0, (frame.height - FINE_HEIGHT) / (COARSE_HEIGHT - FINE_HEIGHT)))
    noiseOffset = kernel.allocate(NOISE_BYTES)
    kernel.bytes(noiseOffset, NOISE_BYTES).set(new Uint8Array(noiseTile(seed, coarseness).buffer))
  }

  return {
    addSoftPlane() {
      allocateNoise()
      soft ??= createSoftPlane(kernel, frame, unit, isFine)
      return soft
    },
    addGrain() {
      allocateNoise()
      return (levels) => {
        grain = Math.max(grain, levels)
      }
    },
    begin() {
      grain = 0
      soft?.clear()
    },
    run(index, time, isPainted) {
      if (!grade && noiseOffset === 0) return
      if (grade) writeTone(kernel.halves(toneOffset, TONE_HALVES), grade, time)
      const levels = soft && isPainted ? Math.max(grain, DITHER_LEVELS) : grain
      const noiseX = Math.floor(randomAt(seed, index, 0) * NOISE_SIDE)
      const noiseY = Math.floor(randomAt(seed, index, 1) * NOISE_SIDE)
      const [softOffset, columns, bits] = soft ? [soft.write(), soft.columns, soft.cellBits] : [0, 0, 3]
      const grainStrength = Math.round(Math.min(MAX_LEVELS, levels) * GRAIN_LEVEL)
      kernel.finish(
        pixelsOffset,
        frame.width,
        frame.height,
        rowOffset,
        grade ? toneOffset : 0,
        softOffset,
        columns,
        bits,
        noiseOffset,
        noiseX,
        noiseY,
        grainStrength,
      )
    },
  }
}

const NOISE_SIDE = 256
const NOISE_STRIDE = 264
export const NOISE_BYTES = NOISE_SIDE * NOISE_STRIDE
/** The sum of three random numbers is nearly normal; this scales it to the range of a byte with little clipping. */
const BELL_SCALE = 52

/** A tile of film grain for `Kernel.finish`: signed bytes. Grains are one pixel wide at `coarseness` 0 and about two at 1. */
export function noiseTile(seed: number, coarseness: number): Int8Array {
  const random = makeRandom(seed)
  const randomBell = () => (random() + random() + random() - 1.5) * 2
  const noise = new Float32Array(NOISE_SIDE * NOISE_SIDE).map(randomBell)
  const noiseAt = (x: number, y: number) => noise[((y & (NOISE_SIDE - 1)) << 8) + (x & (NOISE_SIDE - 1))] ?? 0
  const besideWeight = coarseness / 2
  const cornerWeight = (coarseness * coarseness) / 4
  const scale = (BELL_SCALE * (1 + coarseness)) / (1 + 4 * besideWeight * besideWeight + 4 * cornerWeight * cornerWeight)
  const tile = new Int8Array(NOISE_BYTES)
  for (let y = 0; y < NOISE_SIDE; y++) {
    for (let x = 0; x < NOISE_STRIDE; x++) {
      const besideSum = noiseAt(x - 1, y) + noiseAt(x + 1, y) + noiseAt(x, y - 1) + noiseAt(x, y + 1)
      const cornerSum = noiseAt(x - 1, y - 1) + noiseAt(x + 1, y - 1) + noiseAt(x - 1, y + 1) + noiseAt(x + 1, y + 1)
      const value = (noiseAt(x, y) + besideSum * besideWeight + cornerSum * cornerWeight) * scale
      tile[y * NOISE_STRIDE + x] = Math.round(Math.min(127, Math.max(-127, value)))
    }
  }
  return tile
}

type Channels = readonly [number, number, number]

const LUMA: Channels = [0.2126, 0.7152, 0.0722]
/** The change of each channel by full warmth and full magenta. */
const WARM: Channels = [0.2, 0.02, -0.26]
const MAGENTA: Channels = [0.07, -0.13, 0.08]
/** A full fade: white is this much darker, black this bright. */
const FADE_LOSS = 0.2
const FADE_LIFT = 0.1
const MATRIX_ONE = 8192
const SUM_WHITE = 8160
const CURVE_ONE = 16_384
const MAX_HALF = 32_767
const CHANNEL_HALVES = 6

/** Whether a grade changes anything at any time. */
export function changesColours(grade: Grade): boolean {
  return Object.values(grade as Record<string, Track | Channels>).some((part) =>
    typeof part === 'number'
      ? part !== 0
      : part.some((key: number | { value: number }) => (typeof key === 'number' ? key : key.value) !== 0),
  )
}

/** Writes the tone block of `Kernel.finish` for a grade at a time (0..1). */
export function writeTone(tone: Int16Array, grade: Grade, time: number): void {
  const contrast = grade.contrast === undefined ? 0 : valueAt(grade.contrast, time)
  for (const channel of [0, 1, 2] as const) {
    const at = channel * CHANNEL_HALVES
    const row = matrixRow(grade, channel, time)
    const shadow = grade.shadows?.[channel] ?? 0
    const highlight = grade.highlights?.[channel] ?? 0
    for (let i = 0; i < 3; i++) tone[at + i] = toHalf((row[i] ?? 0) * MATRIX_ONE)
    tone[at + 3] = toHalf(row[3] * SUM_WHITE)
    tone[at + 4] = toHalf(((shadow + highlight) / 2) * CURVE_ONE)
    tone[at + 5] = toHalf(((highlight - shadow) / 2 + contrast) * CURVE_ONE)
  }
}

/** The coefficients of the input channels for one output channel, and the offset. */
function matrixRow(grade: Grade, channel: 0 | 1 | 2, time: number): readonly [number, number, number, number] {
  const valueOf = (track: Track | undefined) => (track === undefined ? 0 : valueAt(track, time))
  const lumaChange = (from: Channels) => from[0] * LUMA[0] + from[1] * LUMA[1] + from[2] * LUMA[2]
  const warmth = valueOf(grade.warmth)
  const tint = valueOf(grade.tint)
  const balance = 1 + warmth * (WARM[channel] - lumaChange(WARM)) + tint * (MAGENTA[channel] - lumaChange(MAGENTA))
  const fade = valueOf(grade.fade)
  const gain = (1 + valueOf(grade.exposure)) * balance * (1 - FADE_LOSS * fade)
  const saturation = 1 + valueOf(grade.saturation)
  const coefficient = (from: 0 | 1 | 2) => gain * (LUMA[from] * (1 - saturation) + (from === channel ? saturation : 0))
  return [coefficient(0), coefficient(1), coefficient(2), FADE_LIFT * fade]
}

function toHalf(value: number): number {
  return Math.round(Math.min(MAX_HALF, Math.max(-MAX_HALF, value)))
}
