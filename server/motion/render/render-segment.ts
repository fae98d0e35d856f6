import { type Renderer, createRenderer } from '#motion/create-renderer.ts'
import type { Kernel } from '#motion/kernel/create-kernel.ts'
import type { Picture, Size } from '#motion/pixels.ts'
import { type FrameScore, isPosterCandidate, type RenderAnswer, type RenderJob, type RenderTask, type VideoParts } from './render-job.ts'
import { encodeRun } from './encode-run.ts'
import { quantiserOf } from './h264-encoder.ts'

const BITS_PER_BYTE = 8
const STOPPED_ANSWER: RenderAnswer = { bytes: null, scores: [] }

/** Runs the tasks of videos one by one. A task that must stop ends between two frames. */
export function createSegmentRenderer(kernel: Kernel): (job: RenderJob) => Promise<RenderAnswer> {
  let lastVideo: { id: string; drawing: Drawing } | null = null

  return ({ video, task, progress }) => {
    if (lastVideo?.id !== video.id) {
      lastVideo = null
      lastVideo = { id: video.id, drawing: { video, renderer: createRenderer(kernel, video.plan, video.sources, video.frame) } }
    }
    return performTask(lastVideo.drawing, task, progress)
  }
}

interface Drawing {
  readonly video: VideoParts
  readonly renderer: Renderer
}

async function performTask({ video, renderer }: Drawing, task: RenderTask, progress: Int32Array): Promise<RenderAnswer> {
  if (task.kind === 'picture') return { bytes: new Uint8Array(renderer.rgba(task.firstFrame)), scores: [] }
  const { firstFrame, frameCount } = task
  const { plan, frame } = video
  const scoreFrame = createFrameScorer(video)
  const scores: FrameScore[] = []
  let doneCount = 0
  const frameAt = (offset: number): Uint8Array | null => {
    if (Atomics.load(video.stop, 0) !== 0) return null
    const index = firstFrame + offset
    const i420 = renderer.i420(index)
    const isNew = offset === doneCount
    if (isNew && isPosterCandidate(index, plan.frameCount)) scores.push({ index, score: scoreFrame(i420) })
    if (isNew) doneCount++
    Atomics.add(progress, isNew ? 0 : 1, 1)
    return i420
  }
  const budget = {
    bytesPerSecond: video.maxBitsPerSecond / BITS_PER_BYTE,
    isJoinedBefore: firstFrame > 0,
    isJoinedAfter: firstFrame + frameCount < plan.frameCount,
  }
  const bytes = await (task.kind === 'encode'
    ? encodeRun({ frame, frameCount, quantiser: quantiserOf(plan), budget, frameAt })
    : collectFrames(frame, frameCount, frameAt))
  return bytes === null ? STOPPED_ANSWER : { bytes, scores }
}

function collectFrames({ width, height }: Size, frameCount: number, frameAt: (index: number) => Uint8Array | null) {
  const frameBytes = (width * height * 3) / 2
  const frames = new Uint8Array(frameBytes * frameCount)
  for (let index = 0; index < frameCount; index++) {
    const i420 = frameAt(index)
    if (i420 === null) return null
    frames.set(i420, frameBytes * index)
  }
  return frames
}

/** The number of cells along each side of the compared thumbnails: few enough to ignore camera motion. */
const CELLS_PER_SIDE = 8
/** The number of samples along each side of a cell; neighbours a few px apart distinguish detail from blur. */
const CELL_SAMPLES = 12
/** A frame whose light and colour differ by this share of the range is completely unlike its picture. */
const STRANGE_DIFFERENCE = 0.45
/** The score of a frame without any detail is multiplied by this; `LEAST_COLOUR` is for a frame without any colour. */
const LEAST_DETAIL = 0.3
const LEAST_COLOUR = 0.7

/** Samples a picture at a position that is a share of the sides. Returns luma and, around 128, the two colour differences, as in I420. */
type Sample = (x: number, y: number) => readonly [luma: number, blue: number, red: number]

interface FrameFeatures {
  readonly cells: readonly number[]
  /** Mean step of luma between neighbours. */
  readonly detail: number
  /** Mean distance from grey. */
  readonly colour: number
}

/**
 * Scores frames of a video, given as I420. 1: the same light, detail and colour at the same positions as the most similar picture. Near 0:
 * black, white or blurred. Deterministic.
 */
export function createFrameScorer({ sources, frame }: Pick<VideoParts, 'sources' | 'frame'>): (i420: Uint8Array) => number {
  let pictures: readonly FrameFeatures[] | null = null
  return (i420) => {
    pictures ??= sources.map((source) => extractFeatures(samplePicture(source), frame))
    const features = extractFeatures(sampleI420(i420, frame), frame)
    return Math.max(...pictures.map((picture) => likeness(features, picture)))
  }
}

function likeness(frame: FrameFeatures, picture: FrameFeatures): number {
  const difference = frame.cells.reduce((sum, value, i) => sum + Math.abs(value - (picture.cells[i] ?? 0)), 0) / frame.cells.length / 255
  const similarity = Math.max(0, 1 - difference / STRANGE_DIFFERENCE)
  return similarity * preservedPart(frame.detail, picture.detail, LEAST_DETAIL) * preservedPart(frame.colour, picture.colour, LEAST_COLOUR)
}

/**
 * The share of the picture's detail or colour that the frame still has, from `leastFactor` (none) to 1 (all). A frame with more than the
 * picture, for example because of rain, also gets 1.
 */
function preservedPart(frameValue: number, pictureValue: number, leastFactor: number): number {
  return pictureValue <= 0 ? 1 : leastFactor + (1 - leastFactor) * Math.min(1, frameValue / pictureValue)
}

function extractFeatures(sample: Sample, { width, height }: Size): FrameFeatures {
  const cells = Array.from({ length: CELLS_PER_SIDE * CELLS_PER_SIDE * 3 }, () => 0)
  const samplesPerSide = CELLS_PER_SIDE * CELL_SAMPLES
  const [stepX, stepY] = [2 / width, 2 / height]
  let [detail, colour] = [0, 0]
  for (let row = 0; row < samplesPerSide; row++) {
    for (let column = 0; column < samplesPerSide; column++) {
      const [x, y] = [(column + 0.5) / samplesPerSide, (row + 0.5) / samplesPerSide]
      const [luma, blue, red] = sample(x, y)
      const cellIndex = (Math.floor(row / CELL_SAMPLES) * CELLS_PER_SIDE + Math.floor(column / CELL_SAMPLES)) * 3
      for (const [i, value] of [luma, blue, red].entries()) cells[cellIndex + i] = (cells[cellIndex + i] ?? 0) + value / CELL_SAMPLES ** 2
      detail += Math.abs(luma - sample(x + stepX, y)[0]) + Math.abs(luma - sample(x, y + stepY)[0])
      colour += Math.abs(blue - 128) + Math.abs(red - 128)
    }
  }
  return { cells, detail: detail / samplesPerSide ** 2, colour: colour / samplesPerSide ** 2 }
}

function pixelIndex(share: number, count: number): number {
  return Math.min(count - 1, Math.floor(share * count))
}

function sampleI420(i420: Uint8Array, { width, height }: Size): Sample {
  const [blueStart, redStart] = [width * height, (width * height * 5) / 4]
  return (x, y) => {
    const chroma = pixelIndex(y, height / 2) * (width / 2) + pixelIndex(x, width / 2)
    return [i420[pixelIndex(y, height) * width + pixelIndex(x, width)] ?? 0, i420[blueStart + chroma] ?? 0, i420[redStart + chroma] ?? 0]
  }
}

/** Samples a picture in Rec. 709 limited range, like the frames. */
function samplePicture({ data, width, height }: Picture): Sample {
  return (x, y) => {
    const offset = (pixelIndex(y, height) * width + pixelIndex(x, width)) * 4
    const [r, g, b] = [data[offset] ?? 0, data[offset + 1] ?? 0, data[offset + 2] ?? 0]
    const luma = 0.1826 * r + 0.6142 * g + 0.062 * b
    return [16 + luma, 128 + 0.4733 * (b - luma / 0.8588), 128 + 0.5578 * (r - luma / 0.8588)]
  }
}
