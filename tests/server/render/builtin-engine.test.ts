import { mkdtemp, readFile, readdir, rm, truncate, writeFile } from 'node:fs/promises'
import { hostname, tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Sharp } from 'sharp'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBuiltinEngine } from '#server/motion/engines/open-engines.ts'
import { type Engine, type EngineRequest, EngineFailure } from '#server/motion/engine.ts'
import { NO_EFFECT_TEXT } from '#server/motion/engines/remote/call-remote.ts'
import { FRAME_LIMIT_MS } from '#server/motion/render/render-job.ts'
import { WORKER_IDLE_MS } from '#server/workers/worker-pool.ts'
import { builtRenderWorker } from '../../fixtures/built-render-worker.ts'
import { boxAt, readBoxes } from '../../fixtures/mp4-boxes.ts'
import { writePhoto } from '../../fixtures/photo-files.ts'
import { createHandTimers } from '../../fixtures/server/hand-timers.ts'
import { neverAborted } from '#shared/never-aborted.ts'

let engine: Engine
let photos: string

beforeAll(async () => {
  photos = await mkdtemp(join(tmpdir(), 'kinora-photos-'))
  await writePhoto(join(photos, 'wide.jpg'), 1200, 800)
  await writePhoto(join(photos, 'turned.jpg'), 1203, 799, 6)
  engine = createBuiltinEngine({ workerUrl: await builtRenderWorker(), workers: 2 })
})

afterAll(async () => {
  await engine.close()
  await rm(photos, { recursive: true, force: true })
})

async function request(photo: string, more: Partial<EngineRequest> = {}): Promise<EngineRequest & { folder: string }> {
  const folder = await mkdtemp(join(photos, 'out-'))
  return {
    taskId: 'task-1',
    bizType: 'CUSTOM',
    modelName: '',
    prompt: 'slow push in',
    templateId: null,
    aiMusic: 0,
    seed: 7,
    imagePaths: [join(photos, photo)],
    duration: '4s',
    resolution: '480p',
    imageFidelity: 0.5,
    variation: 0,
    videoPath: join(folder, 'video.mp4'),
    posterPath: join(folder, 'poster.jpg'),
    folder,
    ...more,
  }
}

function run(signal = neverAborted(), onStage: (stage: string) => void = () => {}) {
  return { signal, onStage, onProgress: (_share: number) => {}, handle: null, saveHandle: () => Promise.resolve() }
}

async function viewOf(path: string): Promise<DataView> {
  const bytes = await readFile(path)
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
}

const TRACK = ['moov', 'trak']
const SAMPLES = [...TRACK, 'mdia', 'minf', 'stbl']

/** One video that several tests use, so that it is rendered once. */
let wideVideo: ReturnType<typeof makeWideVideo> | null = null

async function makeWideVideo() {
  const stages: string[] = []
  const job = await request('wide.jpg')
  const onStage = (stage: string) => stages.push(stage)
  const shares: number[] = []
  const onProgress = (share: number) => shares.push(share)
  const result = await engine.run(job, { ...run(undefined, onStage), onProgress })
  return { job, result, stages, shares }
}

function theWideVideo() {
  wideVideo ??= makeWideVideo()
  return wideVideo
}

test('a photo becomes an MP4 that plays everywhere: index first, avc1, 24 frames a second, exact length, Rec. 709', async () => {
  const { job, result, stages, shares } = await theWideVideo()
  expect(shares).toEqual(shares.toSorted((a, b) => a - b))
  expect(shares.at(-1)).toBe(1)
  expect(stages).toEqual(['preparing', 'rendering', 'finishing'])
  expect(await readdir(job.folder)).toEqual(['poster.jpg', 'video.mp4'])

  const file = await viewOf(job.videoPath)
  expect(result).toEqual({ width: 720, height: 480, bytes: file.byteLength })
  const types = readBoxes(file).map((box) => box.type)
  expect(types[0]).toBe('ftyp')
  expect(types.indexOf('moov')).toBeLessThan(types.indexOf('mdat'))

  const header = boxAt(file, [...TRACK, 'mdia', 'mdhd'])
  const [timescale, duration] = [header.getUint32(12), header.getUint32(16)]
  expect(duration / timescale).toBe(4)
  const times = boxAt(file, [...SAMPLES, 'stts'])
  expect([times.getUint32(4), times.getUint32(8), times.getUint32(12) / timescale]).toEqual([1, 96, 1 / 24])

  const descriptions = boxAt(file, [...SAMPLES, 'stsd'])
  const [entry] = readBoxes(descriptions, 8)
  expect([entry!.type, entry!.body.getUint16(24), entry!.body.getUint16(26)]).toEqual(['avc1', 720, 480])
  const colour = readBoxes(entry!.body, 78).find((box) => box.type === 'colr')!.body
  expect(String.fromCharCode(...[0, 1, 2, 3].map((i) => colour.getUint8(i)))).toBe('nclx')
  expect([colour.getUint16(4), colour.getUint16(6), colour.getUint16(8), colour.getUint8(10)]).toEqual([1, 1, 1, 0])

  const keyFrames = boxAt(file, [...SAMPLES, 'stss'])
  expect(Array.from({ length: keyFrames.getUint32(4) }, (_, i) => keyFrames.getUint32(8 + i * 4))).toEqual([1, 49])
})

test('the poster is a frame that shows the photo, at the size of the video', async () => {
  const { job } = await theWideVideo()
  const poster = sharp(job.posterPath)
  expect(await poster.metadata()).toMatchObject({ format: 'jpeg', width: 720, height: 480 })
  const small = (image: Sharp) => image.resize(24, 16, { fit: 'fill' }).removeAlpha().raw().toBuffer()
  const [drawn, photo] = await Promise.all([small(poster), small(sharp(join(photos, 'wide.jpg')))])
  const apart = drawn.reduce((sum, value, i) => sum + Math.abs(value - photo[i]!), 0) / drawn.length
  expect(apart).toBeLessThan(12)
})

test('a photo shot upright is upright in the result, with even sides', async () => {
  const job = await request('turned.jpg')
  const { width, height } = await engine.run(job, run())
  expect([width, height]).toEqual([480, 722])
  const { data } = await sharp(job.posterPath).resize(12, 18, { fit: 'fill' }).raw().toBuffer({ resolveWithObject: true })
  const blue = (x: number, y: number) => data[(y * 12 + x) * 3 + 2]!
  expect(blue(11, 3) - blue(0, 3)).toBeGreaterThan(80)
  expect(Math.abs(blue(11, 3) - blue(11, 14))).toBeLessThan(40)
})

// Stopping needs far less time, and the whole video far more.
const ABORT_LIMIT_MS = 25_000

test(
  'an abort while it renders ends soon and leaves no file',
  async () => {
    const job = await request('wide.jpg', { duration: '10s', resolution: '1080p', prompt: 'fast orbit' })
    const abort = new AbortController()
    const reason = new Error('stop')
    const onStage = (stage: string) => stage === 'rendering' && abort.abort(reason)
    await expect(engine.run(job, run(abort.signal, onStage))).rejects.toBe(reason)
    expect(await readdir(job.folder)).toEqual([])
  },
  ABORT_LIMIT_MS,
)

test('an effect that this build does not know is reported to the user, not retried', async () => {
  const job = await request('wide.jpg', { bizType: 'TEMPLATE', templateId: 'of-yesterday', aiMusic: 1 })
  await expect(engine.run(job, run())).rejects.toThrow(new EngineFailure(NO_EFFECT_TEXT))
  await expect(engine.run(job, run())).rejects.toBeInstanceOf(EngineFailure)
})

test('a start and end frame with an invalid picture shows a message', async () => {
  const job = await request('wide.jpg', { bizType: 'HEAD_TAIL' })
  const none = join(job.folder, 'none.jpg')
  await writeFile(none, 'no picture')
  for (const imagePaths of [
    [...job.imagePaths, none],
    [none, ...job.imagePaths],
  ]) {
    const failed = await engine.run({ ...job, imagePaths }, run()).catch((error: unknown) => error)
    expect(failed).toBeInstanceOf(EngineFailure)
    expect(String(failed)).toContain("couldn't read")
  }
  expect(await readdir(job.folder)).toEqual(['none.jpg'])
})

test('a repeated task makes the same frames and poster, after an aborted one too', async () => {
  const [{ job: first }, second] = [await theWideVideo(), await request('wide.jpg')]
  await engine.run(second, run())
  const frames = async (path: string) => {
    const { buffer, byteOffset, byteLength } = boxAt(await viewOf(path), ['mdat'])
    return Buffer.from(buffer, byteOffset, byteLength)
  }
  expect((await frames(first.videoPath)).equals(await frames(second.videoPath))).toBe(true)
  expect((await readFile(first.posterPath)).equals(await readFile(second.posterPath))).toBe(true)
})

test('files contain nothing of the prompt, the photo or the machine', async () => {
  const { job } = await theWideVideo()
  // A shorter word would occur in the bytes of the pixels by chance.
  const words = ['push in', 'wide.jpg', 'task-1', 'kinora', hostname(), userInfo().homedir].filter((word) => word.length > 4)
  for (const path of [job.videoPath, job.posterPath]) {
    const text = (await readFile(path)).toString('latin1')
    expect(words.filter((word) => text.includes(word))).toEqual([])
  }
  const { exif, icc, xmp, iptc, comments } = await sharp(job.posterPath).metadata()
  expect([exif, icc, xmp, iptc, comments]).toEqual([undefined, undefined, undefined, undefined, undefined])
})

test.each([
  ['a text', (path: string) => writeFile(path, 'not a picture')],
  ['a truncated photo', (path: string) => writePhoto(path, 900, 600).then(() => truncate(path, 9000))],
  ['an empty file', (path: string) => writeFile(path, '')],
  ['a stripe', (path: string) => writePhoto(path, 16_000, 8)],
])('%s fails with a message for the user and leaves no file', async (_name, write) => {
  await write(join(photos, 'broken.jpg'))
  const job = await request('broken.jpg')
  const failure = await engine.run(job, run()).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(EngineFailure)
  expect((failure as Error).message).toMatch(/photo/)
  expect(await readdir(job.folder)).toEqual([])
})

/** Writes a render worker and returns its URL. Its first start runs `code` at its first job, and all later starts work. */
async function brokenOnce(name: string, code: string): Promise<URL> {
  const marker = join(photos, `${name}-once`)
  const wrapper = join(photos, `${name}-worker.mjs`)
  await writeFile(
    wrapper,
    `import { mkdirSync } from 'node:fs'
    import { parentPort } from 'node:worker_threads'
    const isFirst = () => {
      try {
        return mkdirSync(${JSON.stringify(marker)}) === undefined
      } catch {
        return false
      }
    }
    if (isFirst()) parentPort.once('message', () => { ${code} })
    else await import(${JSON.stringify((await builtRenderWorker()).href)})`,
  )
  return pathToFileURL(wrapper)
}

test('a worker that dies rejects its video, leaves no file and is replaced', async () => {
  const fragile = createBuiltinEngine({ workerUrl: await brokenOnce('dying', 'process.exit(7)'), workers: 2 })
  const job = await request('wide.jpg')
  await expect(fragile.run(job, run())).rejects.toThrow('code 7')
  expect(await readdir(job.folder)).toEqual([])
  await expect(fragile.run(job, run())).resolves.toMatchObject({ height: 480 })
  await fragile.close()
})

test('a hanging render is ended at its limit with a message for the user, its siblings stop, and the next video is made', async () => {
  const timers = createHandTimers()
  const workerUrl = await brokenOnce('hanging', 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)')
  const stuck = createBuiltinEngine({ workerUrl, workers: 2, setTimer: timers.setTimer })
  const job = await request('wide.jpg')
  const hung = stuck.run(job, run()).catch((error: unknown) => error)
  await expect.poll(() => timers.delays().filter((delay) => delay === FRAME_LIMIT_MS)).toHaveLength(2)
  await expect.poll(() => timers.delays(), { timeout: ABORT_LIMIT_MS }).toContain(WORKER_IDLE_MS)
  timers.fire(FRAME_LIMIT_MS)
  const failure = await hung
  expect(failure).toBeInstanceOf(EngineFailure)
  expect(String(failure)).toMatch(/too long.*points were returned/)
  expect(await readdir(job.folder)).toEqual([])
  await expect(stuck.run(job, run())).resolves.toMatchObject({ height: 480 })
  await stuck.close()
})
