import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBuiltinEngine } from '#server/motion/engines/open-engines.ts'
import { type GenerationAccepted, generateHeadTail, generateTemplate } from '#shared/api/generation.ts'
import { getPoints } from '#shared/api/user.ts'
import { builtRenderWorker } from '../../fixtures/built-render-worker.ts'
import { boxAt, readBoxes } from '../../fixtures/mp4-boxes.ts'
import { type TestServer, startTestServer } from '../../fixtures/start-test-server.ts'
import { type TestClient, createVisitor, creation, headTailInput, smallPhoto, templateInput, upload } from '../client.ts'

const RENDER_TIMEOUT_MS = 120_000
const SMALL_VIDEO = { duration: '4s', resolution: '480p' } as const
const FRAME_COUNT = 96

let server: TestServer
let visitor: TestClient
beforeAll(async () => {
  const engine = createBuiltinEngine({ workerUrl: await builtRenderWorker(), workers: 2 })
  server = await startTestServer({ listen: false, engine })
  visitor = await createVisitor(server)
})
afterAll(() => server.close())

/** Waits until a commit's only video has ended, and returns it. */
async function awaitVideo({ taskIds: [taskId = ''] }: GenerationAccepted) {
  const status = async () => (await creation(visitor, taskId)).status
  await expect.poll(status, { timeout: RENDER_TIMEOUT_MS, interval: 250 }).toMatch(/SUCCESS|FAILED/)
  return creation(visitor, taskId)
}

async function bytesOf(url: string): Promise<Buffer> {
  const answer = await visitor.request(url, { headers: { cookie: `user_token=${visitor.token}` } })
  expect(answer.status).toBe(200)
  return Buffer.from(await answer.arrayBuffer())
}

/**
 * Expects that the index of a video file is before the frames, as players need it. Returns each track's kind, number of samples and
 * duration.
 */
function readTracks(bytes: Buffer) {
  const file = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const types = readBoxes(file).map(({ type }) => type)
  expect([types[0], types.indexOf('moov') < types.indexOf('mdat')]).toEqual(['ftyp', true])
  const tracks = readBoxes(boxAt(file, ['moov'])).filter(({ type }) => type === 'trak')
  return tracks.map(({ body }) => {
    const [handler, header, sizes] = [
      ['mdia', 'hdlr'],
      ['mdia', 'mdhd'],
      ['mdia', 'minf', 'stbl', 'stsz'],
    ].map((path) => boxAt(body, path))
    const kind = String.fromCharCode(...[8, 9, 10, 11].map((at) => handler!.getUint8(at)))
    return { kind, samples: sizes!.getUint32(8), seconds: header!.getUint32(16) / header!.getUint32(12) }
  })
}

test('a template becomes a video of its length with a soundtrack', { timeout: RENDER_TIMEOUT_MS }, async () => {
  const input = { ...templateInput(await upload(visitor), { prompt: '' }), ...SMALL_VIDEO }
  const video = await awaitVideo(await visitor.get(generateTemplate, input, { idempotencyKey: randomUUID() }))
  expect(video).toMatchObject({ status: 'SUCCESS', errorMsg: null, width: 640, height: 480, aiMusic: 1 })
  const [pictureTrack, soundTrack, ...otherTracks] = readTracks(await bytesOf(video.videoUrl!))
  expect(pictureTrack).toEqual({ kind: 'vide', samples: FRAME_COUNT, seconds: 4 })
  expect(soundTrack).toMatchObject({ kind: 'soun' })
  expect(Math.abs(soundTrack!.seconds - 4)).toBeLessThan(0.05)
  expect(otherTracks).toEqual([])
  expect(await sharp(await bytesOf(video.previewImageUrl!)).metadata()).toMatchObject({ format: 'jpeg', width: 640, height: 480 })
  expect(await visitor.get(getPoints, {})).toEqual({ points: 50, held: 0 })
})

test('a start and end frame becomes a silent video between the two', { timeout: RENDER_TIMEOUT_MS }, async () => {
  const photo = await smallPhoto()
  const lastPicture = await sharp(photo).extract({ left: 20, top: 15, width: 440, height: 330 }).jpeg().toBuffer()
  const images = [await upload(visitor), await upload(visitor, lastPicture)]
  const input = { ...headTailInput(images), ...SMALL_VIDEO }
  const video = await awaitVideo(await visitor.get(generateHeadTail, input, { idempotencyKey: randomUUID() }))
  expect(video).toMatchObject({ status: 'SUCCESS', errorMsg: null, width: 640, height: 480, srcImage: images })
  expect(readTracks(await bytesOf(video.videoUrl!))).toEqual([{ kind: 'vide', samples: FRAME_COUNT, seconds: 4 }])
  expect(await sharp(await bytesOf(video.previewImageUrl!)).metadata()).toMatchObject({ format: 'jpeg', width: 640, height: 480 })
  expect(await visitor.get(getPoints, {})).toEqual({ points: 0, held: 0 })
})
