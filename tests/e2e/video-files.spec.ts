import { spawnSync } from 'node:child_process'
import { expect, test } from '@playwright/test'
import { createFfmpegEncoder } from '#server/motion/render/ffmpeg-encoder.ts'
import { type Encoder, createH264Encoder } from '#server/motion/render/h264-encoder.ts'
import { joinSegments } from '#server/motion/render/join-segments.ts'
import { createKernel } from '#motion/kernel/create-kernel.ts'
import type { Size } from '#motion/pixels.ts'
import { neverAborted } from '#shared/never-aborted.ts'

// Below 720 lines a player without colour metadata assumes the colours of standard television, so wrong metadata would be visible.
const FRAME: Size = { width: 854, height: 480 }
const RUN_FRAMES = 24
const LEFT = [200, 60, 40] as const
const RIGHT = [40, 120, 190] as const
/** The allowed colour difference, 0 to 255. The encoder's loss is below it; a wrong matrix or range differs by more. */
const CLOSE = 5

const drivers: Record<string, { readonly runs: number; readonly create: () => Promise<Encoder> }> = {
  wasm: { runs: 2, create: () => createH264Encoder(FRAME) },
  ffmpeg: {
    runs: 1,
    create: () =>
      Promise.resolve(
        createFfmpegEncoder({
          ffmpegPath: 'ffmpeg',
          frame: FRAME,
          maxBitsPerSecond: 4_000_000,
          limitMs: 60_000,
          signal: neverAborted(),
        }),
      ),
  },
}

async function twoColours(): Promise<Uint8Array> {
  const kernel = await createKernel()
  const pixels = FRAME.width * FRAME.height
  const [from, to] = [kernel.allocate(pixels * 4), kernel.allocate((pixels * 3) / 2)]
  const rgba = kernel.bytes(from, pixels * 4)
  for (let at = 0; at < pixels; at++) rgba.set([...(at % FRAME.width < FRAME.width / 2 ? LEFT : RIGHT), 255], at * 4)
  kernel.toI420(from, to, FRAME.width, FRAME.height)
  return new Uint8Array(kernel.bytes(to, (pixels * 3) / 2))
}

async function makeVideo({ runs, create }: { runs: number; create: () => Promise<Encoder> }): Promise<Uint8Array> {
  const frame = await twoColours()
  const segments = []
  for (let run = 0; run < runs; run++) {
    const encoder = await create()
    for (let index = 0; index < RUN_FRAMES; index++) await encoder.add(frame)
    segments.push(await encoder.finish())
    await encoder.close()
  }
  return joinSegments(segments, null)
}

/** Runs in the page: plays the whole video, then seeks to some times and samples the colours there. */
async function watch({ base64, times }: { readonly base64: string; readonly times: readonly number[] }) {
  const file = new Blob([Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))], { type: 'video/mp4' })
  const video = document.createElement('video')
  const next = (event: string) =>
    new Promise((resolve, reject) => {
      video.addEventListener(event, resolve, { once: true })
      video.addEventListener('error', () => reject(new Error(video.error?.message)), { once: true })
    })
  video.muted = true
  video.src = URL.createObjectURL(file)
  await next('canplaythrough')
  const ended = next('ended')
  await video.play()
  await ended
  const playedTo = video.currentTime

  const { duration, videoWidth: width, videoHeight: height } = video
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no canvas')
  const seen = []
  for (const time of times) {
    const seeked = next('seeked')
    video.currentTime = time
    await seeked
    context.drawImage(video, 0, 0)
    seen.push([0.25, 0.75].map((x) => [...context.getImageData(width * x, height / 2, 1, 1).data].slice(0, 3)))
  }
  return { duration, width, height, playedTo, seen }
}

const hasFfmpeg = spawnSync('ffmpeg', ['-version']).status === 0

for (const [name, driver] of Object.entries(drivers)) {
  test(`a file of the ${name} encoder plays to its end, is seekable, and shows the colours of its picture`, async ({ page }) => {
    test.skip(name === 'ffmpeg' && !hasFfmpeg, 'no ffmpeg on this computer')
    const base64 = Buffer.from(await makeVideo(driver)).toString('base64')
    const seconds = (driver.runs * RUN_FRAMES) / 24
    const watched = await page.evaluate(watch, { base64, times: [seconds * 0.9, 0, seconds / 2] })
    expect(watched).toMatchObject({ width: FRAME.width, height: FRAME.height })
    expect(Math.abs(watched.duration - seconds)).toBeLessThanOrEqual(1 / 24)
    expect(Math.abs(watched.playedTo - seconds)).toBeLessThanOrEqual(1 / 24)
    for (const [left = [], right = []] of watched.seen) {
      const apart = [...left.map((value, i) => value - (LEFT[i] ?? 0)), ...right.map((value, i) => value - (RIGHT[i] ?? 0))]
      expect(Math.max(...apart.map(Math.abs)), JSON.stringify(watched.seen)).toBeLessThanOrEqual(CLOSE)
    }
  })
}
