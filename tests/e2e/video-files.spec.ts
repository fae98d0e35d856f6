import { spawnSync } from 'node:child_process'
import { expect, test } from '@playwright/test'
import { createFfmpegEncoder } from '#server/motion/render/ffmpeg-encoder.ts'
import { type Encoder, createH264Encoder } from '#server/motion/render/h264-encoder.ts'
import { joinSegments } from '#server/motion/render/join-segments.ts'
import { createKernel } from '#motion/kernel/create-kernel.ts'
import type { Size } from '#motion/pixels.ts'
import { neverAborted } from '#shared/never-aborted.ts'

// Below 720 lines a player assumes the colours of standard-definition television if a file has no colour metadata. So the test notices
// missing metadata too.
const FRAME_SIZE: Size = { width: 854, height: 480 }
const SEGMENT_FRAMES = 24
const LEFT_COLOUR = [200, 60, 40] as const
const RIGHT_COLOUR = [40, 120, 190] as const
/** The allowed colour difference, 0 to 255. The encoder's loss is below it; a wrong matrix or range differs by more. */
const MAX_COLOUR_DIFFERENCE = 5

const encoderCases: Record<string, { readonly runs: number; readonly create: () => Promise<Encoder> }> = {
  wasm: { runs: 2, create: () => createH264Encoder(FRAME_SIZE) },
  ffmpeg: {
    runs: 1,
    create: () =>
      Promise.resolve(
        createFfmpegEncoder({
          ffmpegPath: 'ffmpeg',
          frame: FRAME_SIZE,
          maxBitsPerSecond: 4_000_000,
          limitMs: 60_000,
          signal: neverAborted(),
        }),
      ),
  },
}

async function makeTwoColours(): Promise<Uint8Array> {
  const kernel = await createKernel()
  const pixels = FRAME_SIZE.width * FRAME_SIZE.height
  const [rgbaPointer, i420Pointer] = [kernel.allocate(pixels * 4), kernel.allocate((pixels * 3) / 2)]
  const rgba = kernel.bytes(rgbaPointer, pixels * 4)
  for (let index = 0; index < pixels; index++)
    rgba.set([...(index % FRAME_SIZE.width < FRAME_SIZE.width / 2 ? LEFT_COLOUR : RIGHT_COLOUR), 255], index * 4)
  kernel.toI420(rgbaPointer, i420Pointer, FRAME_SIZE.width, FRAME_SIZE.height)
  return new Uint8Array(kernel.bytes(i420Pointer, (pixels * 3) / 2))
}

async function makeVideo({ runs, create }: { runs: number; create: () => Promise<Encoder> }): Promise<Uint8Array> {
  const frame = await makeTwoColours()
  const segments = []
  for (let run = 0; run < runs; run++) {
    const encoder = await create()
    for (let index = 0; index < SEGMENT_FRAMES; index++) await encoder.add(frame)
    segments.push(await encoder.finish())
    await encoder.close()
  }
  return joinSegments(segments, null)
}

/** Runs in the page: plays the whole video, then seeks to each of `times` and reads the colours of its two halves there. */
async function playAndSample({ base64, times }: { readonly base64: string; readonly times: readonly number[] }) {
  const file = new Blob([Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))], { type: 'video/mp4' })
  const video = document.createElement('video')
  const nextEvent = (event: string) =>
    new Promise((resolve, reject) => {
      video.addEventListener(event, resolve, { once: true })
      video.addEventListener('error', () => reject(new Error(video.error?.message)), { once: true })
    })
  video.muted = true
  video.src = URL.createObjectURL(file)
  await nextEvent('canplaythrough')
  const endEvent = nextEvent('ended')
  await video.play()
  await endEvent
  const playedTo = video.currentTime

  const { duration, videoWidth: width, videoHeight: height } = video
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no canvas')
  const colours = []
  for (const time of times) {
    const seekEnd = nextEvent('seeked')
    video.currentTime = time
    await seekEnd
    context.drawImage(video, 0, 0)
    colours.push([0.25, 0.75].map((x) => [...context.getImageData(width * x, height / 2, 1, 1).data].slice(0, 3)))
  }
  return { duration, width, height, playedTo, colours }
}

const hasFfmpeg = spawnSync('ffmpeg', ['-version']).status === 0

for (const [name, encoderCase] of Object.entries(encoderCases)) {
  test(`a file of the ${name} encoder plays to its end, is seekable, and shows the colours of its picture`, async ({ page }) => {
    test.skip(name === 'ffmpeg' && !hasFfmpeg, 'no ffmpeg on this computer')
    const base64 = Buffer.from(await makeVideo(encoderCase)).toString('base64')
    const seconds = (encoderCase.runs * SEGMENT_FRAMES) / 24
    const playback = await page.evaluate(playAndSample, { base64, times: [seconds * 0.9, 0, seconds / 2] })
    expect(playback).toMatchObject({ width: FRAME_SIZE.width, height: FRAME_SIZE.height })
    expect(Math.abs(playback.duration - seconds)).toBeLessThanOrEqual(1 / 24)
    expect(Math.abs(playback.playedTo - seconds)).toBeLessThanOrEqual(1 / 24)
    for (const [left = [], right = []] of playback.colours) {
      const differences = [
        ...left.map((value, i) => value - (LEFT_COLOUR[i] ?? 0)),
        ...right.map((value, i) => value - (RIGHT_COLOUR[i] ?? 0)),
      ]
      expect(Math.max(...differences.map(Math.abs)), JSON.stringify(playback.colours)).toBeLessThanOrEqual(MAX_COLOUR_DIFFERENCE)
    }
  })
}
