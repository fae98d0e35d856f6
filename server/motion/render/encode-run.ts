import { FRAMES_PER_SECOND } from '#shared/domain/generation-options.ts'
import type { Size } from '#motion/pixels.ts'
import { CAREFUL_SPEED, COARSEST_QUANTISER, createH264Encoder } from './h264-encoder.ts'

interface RunToEncode {
  /** The size of a frame, in px. */
  readonly frame: Size
  readonly frameCount: number
  /** The finest quantiser that this run may use. */
  readonly quantiser: number
  readonly budget: RunBudget
  /** Renders a frame of the run as I420, by its index in the run. Null stops the encoding. A frame may be requested again. */
  readonly frameAt: (index: number) => Uint8Array | null
}

/**
 * The coarsest step. A step is a quantiser; each step above the coarsest quantiser averages cells of a frame before encoding, and doubles
 * the side of the cells.
 */
const COARSEST_STEP = COARSEST_QUANTISER + 4
/**
 * A step is used if the excess that samples predict is at most this value; 1 is exactly the budget. Predictions are accurate to about a
 * tenth, and a run above its budget costs one more attempt.
 */
const MAX_EXPECTED_EXCESS = 0.93
const FIRST_STRIDE = 2

/**
 * Encodes a run with one quantiser, which cannot change after the start. If the run exceeds its budget, the encoding stops, and samples
 * find the finest step that fits. The run then restarts with this step and a more careful encoder, and with coarser steps until it fits.
 * Returns null if the run was stopped.
 */
export async function encodeRun(run: RunToEncode): Promise<Uint8Array<ArrayBuffer> | null> {
  const firstAttempt = encodeWith(run, await openEncoder(run.frame, run.quantiser))
  if (firstAttempt !== 'over') return firstAttempt
  let step = await findStep(run)
  for (; step !== null; step++) {
    const attempt = encodeWith(run, await openEncoder(run.frame, step, CAREFUL_SPEED), step === COARSEST_STEP)
    if (attempt !== 'over') return attempt
  }
  return null
}

type RunEncoder = Awaited<ReturnType<typeof openEncoder>>

function encodeWith(run: RunToEncode, encoder: RunEncoder, isCoarsest = false): Uint8Array<ArrayBuffer> | null | 'over' {
  const meter = createRateMeter(run.budget)
  try {
    for (let index = 0; index < run.frameCount; index++) {
      const i420 = run.frameAt(index)
      if (i420 === null) return null
      meter.add(encoder.add(i420))
      if (meter.excess() > 1 && !isCoarsest) return 'over'
    }
    return meter.finalExcess() > 1 && !isCoarsest ? 'over' : encoder.finish()
  } finally {
    encoder.close()
  }
}

/**
 * The finest step that should fit the run; null if the run was stopped. The search starts near the current step, because most runs need few
 * steps more.
 */
async function findStep(run: RunToEncode): Promise<number | null> {
  let [tooFineStep, fittingStep] = [run.quantiser - 1, COARSEST_STEP]
  let stride = FIRST_STRIDE
  while (fittingStep - tooFineStep > 1) {
    const nextStep = Math.min(tooFineStep + stride, Math.floor((tooFineStep + fittingStep + 1) / 2))
    const excess = await expectedExcess(run, nextStep)
    if (excess === null) return null
    if (excess > MAX_EXPECTED_EXCESS) tooFineStep = nextStep
    else fittingStep = nextStep
    stride *= 2
  }
  return fittingStep
}

/** The excess that a run would have with this step, interpolated from its first, middle and last frames; null if the run was stopped. */
async function expectedExcess(run: RunToEncode, step: number): Promise<number | null> {
  const lastIndex = run.frameCount - 1
  const indexes = [...new Set([1, Math.floor(lastIndex / 2), lastIndex])].filter((index) => index > 0)
  const encoder = await openEncoder(run.frame, step, CAREFUL_SPEED)
  const sizes = [0]
  try {
    for (const index of indexes) {
      const [previousSize, sampledSize] = [index - 1, index].map((frameIndex) => {
        const i420 = run.frameAt(frameIndex)
        return i420 === null ? null : encoder.add(i420)
      })
      if (typeof previousSize !== 'number' || typeof sampledSize !== 'number') return null
      if (index === 1) sizes[0] = previousSize
      const [fromIndex, fromSize] = [sizes.length - 1, sizes.length === 1 ? sampledSize : (sizes.at(-1) ?? sampledSize)]
      for (let frameIndex = fromIndex + 1; frameIndex <= index; frameIndex++)
        sizes.push(fromSize + ((sampledSize - fromSize) * (frameIndex - fromIndex)) / (index - fromIndex))
    }
  } finally {
    encoder.close()
  }
  const meter = createRateMeter(run.budget)
  for (const size of sizes) meter.add(size)
  return meter.finalExcess()
}

/** An encoder that returns the bytes of each frame. */
async function openEncoder(frameSize: Size, step: number, speed?: number) {
  const encoder = await createH264Encoder(frameSize, Math.min(step, COARSEST_QUANTISER), speed)
  const cellSide = 2 ** Math.max(0, step - COARSEST_QUANTISER)
  let writtenBytes = 0
  return {
    ...encoder,
    add(i420: Uint8Array): number {
      encoder.add(softenFrame(i420, frameSize, cellSide))
      const previousSize = writtenBytes
      writtenBytes = encoder.writtenBytes()
      return writtenBytes - previousSize
    },
  }
}

/** The budget of a run, and whether other runs of its video precede and follow it. */
export interface RunBudget {
  readonly bytesPerSecond: number
  readonly isJoinedBefore: boolean
  readonly isJoinedAfter: boolean
}

/** Measures a run against its budget, frame by frame. An excess of 1 is exactly the budget. */
export interface RateMeter {
  add(frameBytes: number): void
  /** The excess of the worst second so far. */
  excess(): number
  /** The excess of the worst second, including the run's end. */
  finalExcess(): number
}

/**
 * A run does not know the frame sizes of its neighbour. Near a join, its frames may thus use these shares of a second's budget:
 * `FRAME_SHARE` each, plus `KEY_FRAME_SHARE` at its start for the key frame, plus `BURST_SHARE` at its end for one large frame. A second
 * across the join then uses at most 1.06 of its budget.
 */
const KEY_FRAME_SHARE = 0.22
const BURST_SHARE = 0.05
const FRAME_SHARE = 0.79 / FRAMES_PER_SECOND

export function createRateMeter({ bytesPerSecond, isJoinedBefore, isJoinedAfter }: RunBudget): RateMeter {
  const sizes: number[] = []
  let worstExcess = 0

  return {
    add(frameBytes) {
      sizes.push(frameBytes)
      worstExcess = Math.max(worstExcess, sumOf(sizes.slice(-FRAMES_PER_SECOND)) / bytesPerSecond)
      const count = sizes.length
      if (isJoinedBefore && count < FRAMES_PER_SECOND)
        worstExcess = Math.max(worstExcess, sumOf(sizes) / (bytesPerSecond * (KEY_FRAME_SHARE + FRAME_SHARE * count)))
    },
    excess: () => worstExcess,
    finalExcess() {
      if (!isJoinedAfter) return worstExcess
      const runEnds = sizes.slice(-FRAMES_PER_SECOND + 1).map((_, start, lastSizes) => lastSizes.slice(start))
      return Math.max(
        worstExcess,
        ...runEnds.map((runEnd) => sumOf(runEnd) / (bytesPerSecond * (BURST_SHARE + FRAME_SHARE * runEnd.length))),
      )
    },
  }
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0)
}

/** A frame as I420 whose planes are averaged over cells with this side in px; 1 changes nothing. */
function softenFrame(i420: Uint8Array, { width, height }: Size, cellSide: number): Uint8Array {
  if (cellSide === 1) return i420
  const softened = new Uint8Array(i420.length)
  const [lumaBytes, chromaBytes] = [width * height, (width * height) / 4]
  softenPlane(i420.subarray(0, lumaBytes), softened, width, cellSide)
  softenPlane(i420.subarray(lumaBytes, lumaBytes + chromaBytes), softened.subarray(lumaBytes), width / 2, cellSide)
  softenPlane(i420.subarray(lumaBytes + chromaBytes), softened.subarray(lumaBytes + chromaBytes), width / 2, cellSide)
  return softened
}

function softenPlane(plane: Uint8Array, softened: Uint8Array, width: number, cellSide: number): void {
  const height = plane.length / width
  for (let top = 0; top < height; top += cellSide) {
    for (let left = 0; left < width; left += cellSide) {
      const [bottom, right] = [Math.min(height, top + cellSide), Math.min(width, left + cellSide)]
      let sum = 0
      for (let y = top; y < bottom; y++) for (let x = left; x < right; x++) sum += plane[y * width + x] ?? 0
      const mean = sum / ((bottom - top) * (right - left))
      for (let y = top; y < bottom; y++) softened.fill(mean, y * width + left, y * width + right)
    }
  }
}
