import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ALL_FORMATS, BufferSource, EncodedPacketSink, Input } from 'mediabunny'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBuiltinEngine } from '#server/motion/engines/open-engines.ts'
import { encodeMusic } from '#server/motion/render/encode-music.ts'
import { createH264Encoder } from '#server/motion/render/h264-encoder.ts'
import { joinSegments } from '#server/motion/render/join-segments.ts'
import { EFFECTS } from '#motion/effects/effects.ts'
import { composeMusic } from '#motion/music/compose-music.ts'
import { type Music, SAMPLE_RATE } from '#motion/music/music.ts'
import { builtRenderWorker } from '../../fixtures/built-render-worker.ts'
import { readAudioFile } from '../../fixtures/read-audio-file.ts'
import { boxAt, readBoxes } from '../../fixtures/mp4-boxes.ts'
import { writePhoto } from '../../fixtures/photo-files.ts'
import { probeVideo } from '../../fixtures/probe-video.ts'
import { neverAborted } from '#shared/never-aborted.ts'

const FRAME = { width: 16, height: 16 }
const FRAMES_PER_SECOND = 24
const PACKET_SAMPLES = 1024

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-sound-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function makeSegment(seconds: number): Promise<Uint8Array<ArrayBuffer>> {
  const encoder = await createH264Encoder(FRAME)
  for (let i = 0; i < seconds * FRAMES_PER_SECOND; i++) encoder.add(new Uint8Array((16 * 16 * 3) / 2).fill(60 + i / 4))
  const mp4 = encoder.finish()
  encoder.close()
  return mp4
}

async function audioOf(bytes: Uint8Array<ArrayBuffer>) {
  const input = new Input({ formats: ALL_FORMATS, source: new BufferSource(bytes) })
  const track = await input.getPrimaryAudioTrack()
  if (!track) return null
  const packets = []
  for await (const packet of new EncodedPacketSink(track).packets()) packets.push(packet)
  const config = await track.getDecoderConfig()
  const [endS, videoEndS] = [await track.computeDuration(), await (await input.getPrimaryVideoTrack())?.computeDuration()]
  input.dispose()
  return { packets, config, endS, videoEndS }
}

const peakOf = ({ left, right }: Music) =>
  [left, right].reduce((most, row) => row.reduce((peak, value) => Math.max(peak, Math.abs(value)), most), 0)

/** Silence with one short click after `atS` seconds. */
function clickAt(atS: number, seconds: number): Music {
  const row = new Float32Array(seconds * SAMPLE_RATE)
  row.fill(0.5, atS * SAMPLE_RATE, atS * SAMPLE_RATE + 8)
  return { left: row, right: row.slice() }
}

test.each([4, 6, 8, 10])('%i s of music begin and end with the video, index first', async (seconds) => {
  const bytes = new Uint8Array(await joinSegments([await makeSegment(seconds)], await encodeMusic(clickAt(1, seconds))))
  const file = new DataView(bytes.buffer)
  expect(readBoxes(file).map(({ type }) => type)).toEqual(['ftyp', 'moov', 'mdat'])

  const audio = await audioOf(bytes)
  expect(audio?.config).toMatchObject({ codec: 'mp4a.40.2', sampleRate: SAMPLE_RATE, numberOfChannels: 2 })
  expect(audio?.endS).toBeCloseTo(seconds, 4)
  expect(audio?.videoEndS).toBeCloseTo(seconds, 4)
  expect(audio?.packets[0]?.timestamp).toBeCloseTo(-PACKET_SAMPLES / SAMPLE_RATE, 6)
  expect(audio?.packets.every(({ type }) => type === 'key')).toBe(true)

  const movie = boxAt(file, ['moov', 'mvhd'])
  expect(movie.getUint32(16) / movie.getUint32(12)).toBeCloseTo(seconds, 4)
  const editedTrack = readBoxes(boxAt(file, ['moov']))
    .filter(({ type }) => type === 'trak')
    .find(({ body }) => readBoxes(body).some(({ type }) => type === 'edts'))
  const edit = boxAt(editedTrack!.body, ['edts', 'elst'])
  expect([edit.getUint32(8), edit.getUint32(12)]).toEqual([movie.getUint32(16), PACKET_SAMPLES])
})

test('a player plays a click at its time, and less than a packet of silence after the end', async ({ skip }) => {
  const path = join(folder, 'click.mp4')
  await writeFile(path, await joinSegments([await makeSegment(4)], await encodeMusic(clickAt(1.5, 4))))
  const audioFile = readAudioFile(path)
  if (!audioFile) return skip('ffmpeg is not installed')
  expect(audioFile.warnings).toBe('')
  expect(audioFile.audio).toMatchObject({ codec_name: 'aac', profile: 'LC', sample_rate: '48000', channels: 2, start_time: '0.000000' })
  expect(Number(audioFile.audio['duration'])).toBeCloseTo(4, 3)
  const { left } = audioFile.sound
  expect(left.length).toBeGreaterThanOrEqual(4 * SAMPLE_RATE)
  expect(left.length).toBeLessThan(4 * SAMPLE_RATE + PACKET_SAMPLES)
  expect(left.slice(4 * SAMPLE_RATE).every((value) => Math.abs(value) < 0.001)).toBe(true)
  const loudestIndex = left.reduce((best, value, i) => (Math.abs(value) > Math.abs(left[best] ?? 0) ? i : best), 0)
  expect(Math.abs(loudestIndex - 1.5 * SAMPLE_RATE)).toBeLessThan(16)
})

test('files without music have no audio track', async () => {
  const bytes = new Uint8Array(await joinSegments([await makeSegment(1)], null))
  expect(await audioOf(bytes)).toBeNull()
})

test('a template with music gets the music of its effect, one without gets none', async ({ annotate }) => {
  const photo = join(folder, 'photo.jpg')
  await writePhoto(photo, 400, 400)
  const engine = createBuiltinEngine({ workerUrl: await builtRenderWorker(), workers: 2 })
  const makeVideo = async (name: string, aiMusic: 0 | 1) => {
    const [videoPath, posterPath] = [join(folder, `${name}.mp4`), join(folder, `${name}.jpg`)]
    const request = {
      taskId: name,
      bizType: 'TEMPLATE',
      modelName: '',
      prompt: '',
      templateId: EFFECTS[0]?.id ?? null,
      aiMusic,
      seed: 5,
      variation: 0,
    } as const
    const options = { duration: '4s', resolution: '480p', imageFidelity: 0.5, imagePaths: [photo] } as const
    const run = {
      signal: neverAborted(),
      onStage: () => {},
      onProgress: () => {},
      handle: null,
      saveHandle: () => Promise.resolve(),
    }
    await engine.run({ ...request, ...options, videoPath, posterPath }, run)
    return { videoPath, bytes: new Uint8Array(await readFile(videoPath)) }
  }
  try {
    const videoWithMusic = await makeVideo('with', 1)
    const audio = await audioOf(videoWithMusic.bytes)
    expect(Math.abs((audio?.endS ?? 0) - 4)).toBeLessThan(1 / FRAMES_PER_SECOND)
    expect(audio?.videoEndS).toBeCloseTo(4, 4)
    expect(readBoxes(new DataView(videoWithMusic.bytes.buffer)).map(({ type }) => type)).toEqual(['ftyp', 'moov', 'mdat'])
    const expectedMusic = await encodeMusic(composeMusic({ mood: EFFECTS[0]?.mood ?? 'calm', seconds: 4, seed: 5 }))
    expect(audio?.packets.map(({ data }) => data)).toEqual(expectedMusic.packets.slice(0, audio?.packets.length))
    expect(await audioOf((await makeVideo('without', 0)).bytes)).toBeNull()

    const audioFile = readAudioFile(videoWithMusic.videoPath)
    if (!audioFile) return void (await annotate('ffmpeg is not installed: not decoded'))
    expect(audioFile.warnings).toBe('')
    expect(probeVideo(videoWithMusic.videoPath)?.warnings).toBe('')
    expect(peakOf(audioFile.sound)).toBeLessThan(1)
    expect(peakOf(audioFile.sound)).toBeGreaterThan(0.2)
  } finally {
    await engine.close()
  }
})
