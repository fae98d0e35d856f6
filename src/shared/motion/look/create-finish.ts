import { type Kernel, ROW_BYTES, TONE_HALVES } from '../kernel/create-kernel.ts'
import type { Size } from '../picture.ts'
import { makeRandom } from '../random.ts'
import { chance } from './look-canvas.ts'
import type { Grade } from './grades.ts'
import { type SoftPlane, createSoftPlane } from './soft-plane.ts'
import { writeTone } from './write-tone.ts'

/** The single pass over the frame for a grade, soft light and grain; it is skipped when none of the three is used. */
interface Finish {
  readonly needSoft: () => SoftPlane
  readonly needGrain: () => (levels: number) => void
  /** Resets the soft light and grain of the previous frame. */
  begin(): void
  /** `isPainted`: whether this frame may have soft light; only then dither is added. */
  run(index: number, time: number, isPainted: boolean): void
}

/** Dither, in levels of 255, that hides the banding of soft light. */
const DITHER_LEVELS = 1.4
/** Frame height up to which grain has the tile's resolution, and from which on it is twice as coarse. */
const FINE_HEIGHT = 360
const COARSE_HEIGHT = 1080
const WIDTH_STEP = 8
const NOISE_STEPS = 256
/** A level of grain in the fixed point of `Kernel.finish`, and its maximum. */
const LEVEL = 128
const MOST_LEVELS = 255

/** Prepares the pass for the RGBA frame at `pixelsAt`, `unit` px per unit; `isFine`: soft light has the nodes of a warp's grid. */
export function createFinish(
  kernel: Kernel,
  seed: number,
  frame: Size,
  pixelsAt: number,
  unit: number,
  grade: Grade | null,
  isFine = false,
): Finish {
  const rowAt = kernel.take((frame.width + WIDTH_STEP) * ROW_BYTES)
  const toneAt = kernel.take(TONE_HALVES * 2)
  let soft: SoftPlane | null = null
  let noiseAt = 0
  let grain = 0

  function needNoise(): void {
    if (noiseAt > 0) return
    const coarseness = Math.min(1, Math.max(0, (frame.height - FINE_HEIGHT) / (COARSE_HEIGHT - FINE_HEIGHT)))
    noiseAt = kernel.take(NOISE_BYTES)
    kernel.bytes(noiseAt, NOISE_BYTES).set(new Uint8Array(noiseTile(seed, coarseness).buffer))
  }

  return {
    needSoft() {
      needNoise()
      soft ??= createSoftPlane(kernel, frame, unit, isFine)
      return soft
    },
    needGrain() {
      needNoise()
      return (levels) => {
        grain = Math.max(grain, levels)
      }
    },
    begin() {
      grain = 0
      soft?.clear()
    },
    run(index, time, isPainted) {
      if (!grade && noiseAt === 0) return
      if (grade) writeTone(kernel.halves(toneAt, TONE_HALVES), grade, time)
      const levels = soft && isPainted ? Math.max(grain, DITHER_LEVELS) : grain
      const noiseX = Math.floor(chance(seed, index, 0) * NOISE_STEPS)
      const noiseY = Math.floor(chance(seed, index, 1) * NOISE_STEPS)
      const [softAt, nodes, bits] = soft ? [soft.write(), soft.columns, soft.cellBits] : [0, 0, 3]
      const strength = Math.round(Math.min(MOST_LEVELS, levels) * LEVEL)
      kernel.finish(pixelsAt, frame.width, frame.height, rowAt, grade ? toneAt : 0, softAt, nodes, bits, noiseAt, noiseX, noiseY, strength)
    },
  }
}

const SIDE = 256
const STRIDE = 264
export const NOISE_BYTES = SIDE * STRIDE
/** The sum of three random numbers is nearly normal; this scales it to the range of a byte with little clipping. */
const SPREAD = 52

/** A tile of film grain for `Kernel.finish`: signed bytes, finer than a pixel at `coarseness` 0, two pixels wide at 1. */
export function noiseTile(seed: number, coarseness: number): Int8Array {
  const random = makeRandom(seed)
  const bell = () => (random() + random() + random() - 1.5) * 2
  const raw = new Float32Array(SIDE * SIDE).map(bell)
  const at = (x: number, y: number) => raw[((y & (SIDE - 1)) << 8) + (x & (SIDE - 1))] ?? 0
  const beside = coarseness / 2
  const corner = (coarseness * coarseness) / 4
  const scale = (SPREAD * (1 + coarseness)) / (1 + 4 * beside * beside + 4 * corner * corner)
  const tile = new Int8Array(NOISE_BYTES)
  for (let y = 0; y < SIDE; y++) {
    for (let x = 0; x < STRIDE; x++) {
      const near = at(x - 1, y) + at(x + 1, y) + at(x, y - 1) + at(x, y + 1)
      const far = at(x - 1, y - 1) + at(x + 1, y - 1) + at(x - 1, y + 1) + at(x + 1, y + 1)
      const value = (at(x, y) + near * beside + far * corner) * scale
      tile[y * STRIDE + x] = Math.round(Math.min(127, Math.max(-127, value)))
    }
  }
  return tile
}
