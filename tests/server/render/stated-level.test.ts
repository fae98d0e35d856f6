import { spawnSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { createFfmpegEncoder } from '#server/motion/render/ffmpeg-encoder.ts'
import { type Encoder, createH264Encoder } from '#server/motion/render/h264-encoder.ts'
import { joinSegments } from '#server/motion/render/join-segments.ts'
import { RESOLUTIONS, videoSize } from '#shared/domain/generation-options.ts'
import { MAX_RATIO, MIN_RATIO } from '#shared/domain/media-limits.ts'
import { neverAborted } from '#shared/never-aborted.ts'
import type { Size } from '#motion/pixels.ts'
import { avcFaults } from '../../fixtures/avc-faults.ts'
import { readAvc } from '../../fixtures/read-avc.ts'

const FRAME_COUNT = 4
const REC_709 = [1, 1, 1, 0]
const RATIOS = [MIN_RATIO, 9 / 16, 3 / 4, 1, 1.37, 16 / 9, MAX_RATIO]
const SIZES = RESOLUTIONS.flatMap((resolution) => RATIOS.map((ratio) => videoSize({ width: 4000 * ratio, height: 4000 }, resolution)))
const hasFfmpeg = spawnSync('ffmpeg', ['-version']).status === 0

const ENCODERS: Readonly<Record<string, (frame: Size) => Promise<Encoder>>> = {
  'built-in': (frame) => createH264Encoder(frame),
  ...(hasFfmpeg && {
    ffmpeg: (frame) => {
      const options = { ffmpegPath: 'ffmpeg', frame, maxBitsPerSecond: 8_000_000, limitMs: 60_000, signal: neverAborted() }
      return Promise.resolve(createFfmpegEncoder(options))
    },
  }),
}

/** A frame with a slanted edge that moves. `noise` is the share of its pixels that have a random brightness, 0 to 1. */
function frameOf({ width, height }: Size, index: number, noise = 0): Uint8Array {
  const i420 = new Uint8Array((width * height * 3) / 2).fill(128)
  let random = index + 1
  for (let pixelIndex = 0; pixelIndex < width * height; pixelIndex++) {
    random = (random * 48_271) % 2_147_483_647
    i420[pixelIndex] =
      random / 2_147_483_647 < noise
        ? random % 256
        : 60 + ((pixelIndex % width) + Math.floor(pixelIndex / width) + 4 * index > width ? 90 : 0)
  }
  return i420
}

async function encode(encoder: Encoder, frame: Size, frameCount: number, noise = 0): Promise<Uint8Array> {
  for (let index = 0; index < frameCount; index++) await encoder.add(frameOf(frame, index, noise))
  const segment = await encoder.finish()
  await encoder.close()
  return joinSegments([segment], null)
}

describe.each(Object.keys(ENCODERS))('a file of the %s encoder states the facts of its frames', (name) => {
  test.each(SIZES)('at $width × $height', async (frame) => {
    const file = await encode(await ENCODERS[name]!(frame), frame, FRAME_COUNT)
    expect(avcFaults(file, { ...frame, frames: FRAME_COUNT, colour: REC_709 })).toEqual([])
  })
})

test('480p at 24 frames a second is level 3.0', async () => {
  const frame = { width: 854, height: 480 }
  const file = await encode(await createH264Encoder(frame), frame, FRAME_COUNT)
  expect(readAvc(file).record).toEqual([66, 0, 30])
})

test('frames with many bits raise the level, too', async () => {
  const frame = { width: 320, height: 240 }
  const [calmFile, noisyFile] = [
    await encode(await createH264Encoder(frame, 10), frame, 30),
    await encode(await createH264Encoder(frame, 10), frame, 30, 1),
  ]
  for (const file of [calmFile, noisyFile]) expect(avcFaults(file, { ...frame, frames: 30, colour: REC_709 })).toEqual([])
  expect(readAvc(noisyFile).record[2]).toBeGreaterThan(readAvc(calmFile).record[2]!)
})
