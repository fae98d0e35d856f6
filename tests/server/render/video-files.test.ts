import { spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ALL_FORMATS, BufferSource, EncodedPacketSink, Input } from 'mediabunny'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createFfmpegEncoder } from '#server/motion/render/ffmpeg-encoder.ts'
import { type Encoder, createH264Encoder } from '#server/motion/render/h264-encoder.ts'
import { joinSegments } from '#server/motion/render/join-segments.ts'
import { MAX_RATIO, MIN_RATIO } from '#shared/domain/media-limits.ts'
import { videoSize } from '#shared/domain/generation-options.ts'
import { neverAborted } from '#shared/never-aborted.ts'
import type { Size } from '#motion/pixels.ts'
import { boxAt, readBoxes } from '../../fixtures/mp4-boxes.ts'
import { probeVideo } from '../../fixtures/probe-video.ts'

const SEGMENT_FRAMES = 3
const EXTREME_SIZES = [MIN_RATIO, MAX_RATIO].map((ratio) => videoSize({ width: 4000 * ratio, height: 4000 }, '480p'))
const SIZES: readonly Size[] = [
  ...[
    [720, 1280],
    [1080, 1080],
    [854, 480],
    [1920, 1080],
    [640, 360],
    [1000, 562],
    [16, 16],
  ].map(([width = 0, height = 0]) => ({ width, height })),
  ...EXTREME_SIZES,
]

const encoderCases = {
  wasm: { segments: 2, create: (frame: Size): Promise<Encoder> => createH264Encoder(frame) },
  ffmpeg: {
    segments: 1,
    create: (frame: Size): Promise<Encoder> =>
      Promise.resolve(
        createFfmpegEncoder({
          ffmpegPath: 'ffmpeg',
          frame,
          maxBitsPerSecond: 8_000_000,
          limitMs: 60_000,
          signal: neverAborted(),
        }),
      ),
  },
}

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-files-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** A frame with a slanted edge. Its brightness encodes its index. */
function frameOf({ width, height }: Size, index: number): Uint8Array {
  const i420 = new Uint8Array((width * height * 3) / 2).fill(128)
  for (let pixelIndex = 0; pixelIndex < width * height; pixelIndex++)
    i420[pixelIndex] = 40 + index * 8 + ((pixelIndex % width) + Math.floor(pixelIndex / width) > width ? 90 : 0)
  return i420
}

async function makeVideo(encoderName: keyof typeof encoderCases, frame: Size): Promise<Uint8Array<ArrayBuffer>> {
  const segments = []
  for (let segment = 0; segment < encoderCases[encoderName].segments; segment++) {
    const encoder = await encoderCases[encoderName].create(frame)
    for (let index = 0; index < SEGMENT_FRAMES; index++) await encoder.add(frameOf(frame, segment * SEGMENT_FRAMES + index))
    segments.push(await encoder.finish())
    await encoder.close()
  }
  return new Uint8Array(await joinSegments(segments, null))
}

async function packetsOf(bytes: Uint8Array<ArrayBuffer>) {
  const input = new Input({ formats: ALL_FORMATS, source: new BufferSource(bytes) })
  const track = await input.getPrimaryVideoTrack()
  if (!track) throw new Error('no video')
  const packets = []
  for await (const { timestamp, duration, type } of new EncodedPacketSink(track).packets()) packets.push({ timestamp, duration, type })
  const colour = await track.getColorSpace()
  input.dispose()
  return { packets, colour }
}

const hasFfmpeg = spawnSync('ffmpeg', ['-version']).status === 0

describe.each(['wasm', 'ffmpeg'] as const)('a file of the %s encoder', (encoderName) => {
  describe.skipIf(encoderName === 'ffmpeg' && !hasFfmpeg)('has correct metadata', () => {
    test.each(SIZES)('at $width x $height', async (frame) => {
      const bytes = await makeVideo(encoderName, frame)
      const file = new DataView(bytes.buffer)
      const frameCount = encoderCases[encoderName].segments * SEGMENT_FRAMES
      expect(readBoxes(file).map(({ type }) => type)).toEqual(['ftyp', 'moov', 'mdat'])
      const track = boxAt(file, ['moov', 'trak'])
      expect(readBoxes(track).map(({ type }) => type)).toEqual(['tkhd', 'mdia'])
      const header = boxAt(track, ['tkhd'])
      expect([header.getUint32(76) >>> 16, header.getUint32(80) >>> 16]).toEqual([frame.width, frame.height])
      const durations = boxAt(track, ['mdia', 'minf', 'stbl', 'stts'])
      expect([durations.getUint32(4), durations.getUint32(8)]).toEqual([1, frameCount])

      const { packets, colour } = await packetsOf(bytes)
      expect(packets.map(({ timestamp }) => Math.round(timestamp * 24 * 1000) / 1000)).toEqual(
        Array.from({ length: frameCount }, (_, i) => i),
      )
      expect(packets.map(({ type }) => type)).toEqual(
        Array.from({ length: frameCount }, (_, i) =>
          i % SEGMENT_FRAMES === 0 && i / SEGMENT_FRAMES < encoderCases[encoderName].segments ? 'key' : 'delta',
        ),
      )
      expect(colour).toEqual({ primaries: 'bt709', transfer: 'bt709', matrix: 'bt709', fullRange: false })

      const path = join(folder, `${encoderName}-${frame.width}x${frame.height}.mp4`)
      await writeFile(path, bytes)
      const probe = probeVideo(path)
      if (!probe) return
      expect(probe.warnings).toBe('')
      expect(probe.video).toMatchObject({ codec_name: 'h264', ...frame, avg_frame_rate: '24/1', nb_read_frames: String(frameCount) })
      expect(Number(probe.video['duration'])).toBeCloseTo(frameCount / 24, 4)
      const tags = { pix_fmt: 'yuv420p', color_range: 'tv', color_space: 'bt709', color_transfer: 'bt709', color_primaries: 'bt709' }
      expect(probe.video).toMatchObject({ ...tags, has_b_frames: 0 })
    })
  })
})

test('the parameters inside the stream have Rec. 709 too, for players that ignore the container', async () => {
  const bytes = await makeVideo('wasm', { width: 640, height: 360 })
  const entry = readBoxes(boxAt(new DataView(bytes.buffer), ['moov', 'trak', 'mdia', 'minf', 'stbl', 'stsd']), 8)[0]
  const avcc = readBoxes(entry!.body, 78).find(({ type }) => type === 'avcC')!.body
  const sps = Array.from({ length: avcc.getUint16(6) }, (_, i) =>
    avcc
      .getUint8(8 + i)
      .toString(2)
      .padStart(8, '0'),
  ).join('')
  expect(sps).toContain(`10101${'00000001'.repeat(3)}`)
})
