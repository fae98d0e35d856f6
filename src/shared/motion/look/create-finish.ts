import { gridSize } from '#shared/motion/camera/fill-grid.ts'
import type { Kernel } from '#shared/motion/kernel/create-kernel.ts'
import { SOFT_HALVES, TONE_HALVES } from '#shared/motion/kernel/create-kernel.ts'
import { chance } from '#shared/motion/look/chance.ts'
import type { Grade } from '#shared/motion/look/grade.ts'
import { NOISE_BYTES, noiseTile } from '#shared/motion/look/noise-tile.ts'
import { createSoftPlane } from '#shared/motion/look/soft-plane.ts'
import type { SoftPlane } from '#shared/motion/look/soft-plane.ts'
import { writeTone } from '#shared/motion/look/write-tone.ts'
import type { Size } from '#shared/motion/picture.ts'

/** The one pass over the frame for a grade, soft light and grain; it costs nothing when none of the three is asked for. */
export interface Finish {
  readonly needSoft: () => SoftPlane
  readonly needGrain: () => (levels: number) => void
  /** Forgets the soft light and grain of the frame before. */
  begin(): void
  run(index: number, time: number): void
}

/** Grain, in levels of 255, that hides the steps of soft light. */
const DITHER_LEVELS = 1.4
/** Frame height up to which grain is as fine as its tile, and from which on it is twice as coarse. */
const FINE_HEIGHT = 360
const COARSE_HEIGHT = 1080
const NOISE_STEPS = 256

/** Prepares the pass for the RGBA frame at `pixelsAt`. */
export function createFinish(kernel: Kernel, seed: number, frame: Size, pixelsAt: number, grade: Grade | null): Finish {
  const { columns, rows } = gridSize(frame)
  const toneAt = kernel.take(TONE_HALVES * 2)
  const softAt = kernel.take(columns * rows * SOFT_HALVES * 2)
  const noiseAt = kernel.take(NOISE_BYTES)
  const soft = createSoftPlane(kernel, frame, softAt)
  let needed = grade !== null
  let softened = false
  let grain = 0

  soft.clear()
  soft.write()
  kernel.bytes(noiseAt, NOISE_BYTES).fill(0)

  function needNoise(): void {
    const coarseness = Math.min(1, Math.max(0, (frame.height - FINE_HEIGHT) / (COARSE_HEIGHT - FINE_HEIGHT)))
    kernel.bytes(noiseAt, NOISE_BYTES).set(new Uint8Array(noiseTile(seed, coarseness).buffer))
    needed = true
  }

  return {
    needSoft() {
      if (!softened) needNoise()
      softened = true
      return soft
    },
    needGrain() {
      needNoise()
      return (levels) => {
        grain = levels
      }
    },
    begin() {
      grain = 0
      if (softened) soft.clear()
    },
    run(index, time) {
      if (!needed) return
      if (softened) soft.write()
      writeTone(kernel.halves(toneAt, TONE_HALVES), grade, time, softened ? Math.max(grain, DITHER_LEVELS) : grain)
      const noiseX = Math.floor(chance(seed, index, 0) * NOISE_STEPS)
      const noiseY = Math.floor(chance(seed, index, 1) * NOISE_STEPS)
      kernel.finish(pixelsAt, frame.width, frame.height, toneAt, softAt, columns, noiseAt, noiseX, noiseY)
    },
  }
}
