import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterEach, expect, test, vi } from 'vitest'
import { encodeRun } from '#server/motion/render/encode-run.ts'
import { FINE_QUANTISER, createH264Encoder } from '#server/motion/render/h264-encoder.ts'
import { joinSegments } from '#server/motion/render/join-segments.ts'
import { createSegmentRenderer } from '#server/motion/render/render-segment.ts'
import { MAX_VIDEO_BITS_PER_SECOND, RESOLUTION_BOX, RESOLUTIONS, type Resolution } from '#shared/domain/generation-options.ts'
import { createRenderer, sourceSize } from '#motion/create-renderer.ts'
import { createKernel } from '#motion/kernel/create-kernel.ts'
import { makePlan } from '#motion/make-plan.ts'
import type { Picture, Size } from '#motion/pixels.ts'
import { noisePicture } from '../../fixtures/noise-picture.ts'
import { peakSecondBits } from '../../fixtures/peak-second.ts'
import { paintPicture } from '../../fixtures/photos/paint-picture.ts'
import { hasFfmpeg, videoSsim } from '../../fixtures/video-ssim.ts'

const FRAMES_PER_SECOND = 24
const MAX_CEILING_SHARE = 1.1
const MIN_CEILING_SHARE = 0.1
/**
 * The width of the frames as a share of their height: wide enough that noise exceeds the bit rate of each resolution, and quick to encode.
 */
const NARROW_ASPECT = 0.3
const PORTRAIT_SSIM = 0.97
const RUN = { firstFrame: 30, frameCount: 26 }
/** The first encoding of noise ends after fewer frames, so the frame with this number belongs to the second encoding. */
const STOP_FRAME = 20

function budgetOf(resolution: Resolution) {
  return { bytesPerSecond: MAX_VIDEO_BITS_PER_SECOND[resolution] / 8, isJoinedBefore: false, isJoinedAfter: false }
}

/** Frames of noise from index `from` on, and grey frames before. The same index gives the same frame. */
function noiseFrames({ width, height }: Size, from = 0): (index: number) => Uint8Array {
  const bytes = (width * height * 3) / 2
  const { data } = noisePicture(Math.ceil(bytes / 4) + FRAMES_PER_SECOND * 4, 2, 1)
  const grey = new Uint8Array(bytes).fill(128)
  return (index) => (index < from ? grey : data.subarray(index * 8, index * 8 + bytes))
}

async function joinToFile(segment: Uint8Array<ArrayBuffer> | null): Promise<Uint8Array<ArrayBuffer>> {
  if (segment === null) throw new Error('stopped')
  return new Uint8Array(await joinSegments([segment], null))
}

test.each(RESOLUTIONS)('a second of noise alone stays under the ceiling of %s', async (resolution) => {
  const { height } = RESOLUTION_BOX[resolution]
  const frame = { width: height * NARROW_ASPECT, height }
  const run = { frame, frameCount: FRAMES_PER_SECOND, quantiser: FINE_QUANTISER, budget: budgetOf(resolution), frameAt: noiseFrames(frame) }
  expect(await peakSecondBits(await joinToFile(await encodeRun(run)))).toBeLessThanOrEqual(
    MAX_VIDEO_BITS_PER_SECOND[resolution] * MAX_CEILING_SHARE,
  )
})

test('a run that begins calmly and ends in noise respects the ceiling in every second', async () => {
  const frame = RESOLUTION_BOX['480p']
  const run = {
    frame,
    frameCount: FRAMES_PER_SECOND * 2,
    quantiser: FINE_QUANTISER,
    budget: budgetOf('480p'),
    frameAt: noiseFrames(frame, FRAMES_PER_SECOND + 4),
  }
  const peak = await peakSecondBits(await joinToFile(await encodeRun(run)))
  expect(peak).toBeLessThanOrEqual(MAX_VIDEO_BITS_PER_SECOND['480p'] * MAX_CEILING_SHARE)
  expect(peak).toBeGreaterThan(MAX_VIDEO_BITS_PER_SECOND['480p'] * MIN_CEILING_SHARE)
})

/** Plans a video of a picture at 480p. */
async function planVideo(pictureAt: (size: Size) => Promise<Picture> | Picture) {
  const frame = RESOLUTION_BOX['480p']
  const planFields = { kind: 'move', seconds: 4, framesPerSecond: 24, imageFidelity: 0.5, seed: 1, variation: 0 } as const
  const plan = makePlan({ ...planFields, prompt: 'slow push in', picture: frame })
  const stop = new Int32Array(new SharedArrayBuffer(4))
  const maxBitsPerSecond = MAX_VIDEO_BITS_PER_SECOND['480p']
  return { id: 'a', plan, sources: [await pictureAt(sourceSize(plan, frame))], frame, maxBitsPerSecond, stop }
}

async function portraitAt(size: Size): Promise<Picture> {
  const data = await sharp(await paintPicture('portrait', size, 1))
    .ensureAlpha()
    .raw()
    .toBuffer()
  return { ...size, data: new Uint8Array(data) }
}

/** Renders a run. After each drawn frame it records the number of finished frames. */
async function renderRun(video: Awaited<ReturnType<typeof planVideo>>, onDrawn: () => void = () => {}) {
  const progress = new Int32Array(new SharedArrayBuffer(8))
  const finishedCounts: number[] = []
  const realKernel = await createKernel()
  const kernel: typeof realKernel = {
    ...realKernel,
    toI420(...parameters) {
      realKernel.toI420(...parameters)
      finishedCounts.push(Atomics.load(progress, 0))
      onDrawn()
    },
  }
  const answer = await createSegmentRenderer(kernel)({ video, task: { kind: 'encode', ...RUN }, progress })
  return { answer, finishedCounts, progress }
}

afterEach(() => vi.useRealTimers())

test('an ordinary picture is encoded once, with the usual quality, and stays similar', async () => {
  // The files contain their creation time in seconds, so the test fixes the date.
  vi.useFakeTimers({ toFake: ['Date'] })
  const video = await planVideo(portraitAt)
  const { answer, progress } = await renderRun(video)
  expect([...progress]).toEqual([RUN.frameCount, 0])
  const renderer = createRenderer(await createKernel(), video.plan, video.sources, video.frame)
  const frames = Array.from({ length: RUN.frameCount }, (_, index) => renderer.i420(RUN.firstFrame + index).slice())
  const encoder = await createH264Encoder(video.frame, FINE_QUANTISER)
  for (const frame of frames) encoder.add(frame)
  expect(await joinToFile(answer.bytes)).toEqual(await joinToFile(encoder.finish()))
  encoder.close()

  if (!hasFfmpeg) return
  const folder = await mkdtemp(join(tmpdir(), 'kinora-ssim-'))
  const [videoPath, framesPath] = [join(folder, 'video.mp4'), join(folder, 'frames.yuv')]
  await writeFile(videoPath, await joinToFile(answer.bytes))
  await writeFile(framesPath, Buffer.concat(frames))
  expect(videoSsim(videoPath, framesPath, video.frame)).toBeGreaterThan(PORTRAIT_SSIM)
  await rm(folder, { recursive: true, force: true })
})

test('a second encoding never lowers the progress, and counts as alive meanwhile', async () => {
  const { answer, finishedCounts, progress } = await renderRun(await planVideo(({ width, height }) => noisePicture(width, height, 2)))
  expect(finishedCounts).toEqual(finishedCounts.toSorted((a, b) => a - b))
  expect(finishedCounts.length).toBeGreaterThan(RUN.frameCount)
  expect([...progress]).toEqual([RUN.frameCount, finishedCounts.length - RUN.frameCount])
  expect(answer.scores.map(({ index }) => index)).toEqual([...new Set(answer.scores.map(({ index }) => index))])
})

test('a second encoding stops before its next frame on an abort', async () => {
  const video = await planVideo(({ width, height }) => noisePicture(width, height, 2))
  let drawnCount = 0
  const { answer, progress } = await renderRun(video, () => {
    drawnCount++
    if (drawnCount === STOP_FRAME) Atomics.store(video.stop, 0, 1)
  })
  expect([answer.bytes, drawnCount]).toEqual([null, STOP_FRAME])
  expect(Atomics.load(progress, 1)).toBeGreaterThan(0)
})
