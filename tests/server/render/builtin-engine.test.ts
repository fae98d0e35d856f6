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
let photoFolder: string

beforeAll(async () => {
  photoFolder = await mkdtemp(join(tmpdir(), 'kinora-photos-'))
  await writePhoto(join(photoFolder, 'wide.jpg'), 1200, 800)
  await writePhoto(join(photoFolder, 'turned.jpg'), 1203, 799, 6)
  engine = createBuiltinEngine({ workerUrl: await builtRenderWorker(), workers: 2 })
})

afterAll(async () => {
  await engine.close()
  await rm(photoFolder, { recursive: true, force: true })
})

async function makeRequest(photoName: string, changes: Partial<EngineRequest> = {}): Promise<EngineRequest & { folder: string }> {
  const folder = await mkdtemp(join(photoFolder, 'out-'))
  return {
    taskId: 'task-1',
    bizType: 'CUSTOM',
    modelName: '',
    prompt: 'slow push in',
    templateId: null,
    aiMusic: 0,
    seed: 7,
    imagePaths: [join(photoFolder, photoName)],
    duration: '4s',
    resolution: '480p',
    imageFidelity: 0.5,
    variation: 0,
    videoPath: join(folder, 'video.mp4'),
    posterPath: join(folder, 'poster.jpg'),
    folder,
    ...changes,
  }
}

function runOptions(signal = neverAborted(), onStage: (stage: string) => void = () => {}) {
  return { signal, onStage, onProgress: (_share: number) => {}, handle: null, saveHandle: () => Promise.resolve() }
}

async function readView(path: string): Promise<DataView> {
  const bytes = await readFile(path)
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
}

const TRACK_PATH = ['moov', 'trak']
const SAMPLES_PATH = [...TRACK_PATH, 'mdia', 'minf', 'stbl']

/** One video that several tests use, so that it is rendered once. */
let wideVideo: ReturnType<typeof makeWideVideo> | null = null

async function makeWideVideo() {
  const stages: string[] = []
  const job = await makeRequest('wide.jpg')
  const onStage = (stage: string) => stages.push(stage)
  const shares: number[] = []
  const onProgress = (share: number) => shares.push(share)
  const result = await engine.run(job, { ...runOptions(undefined, onStage), onProgress })
  return { job, result, stages, shares }
}

function getWideVideo() {
  wideVideo ??= makeWideVideo()
  return wideVideo
}

test('a photo becomes an MP4 that plays everywhere: index first, avc1, 24 frames a second, exact length, Rec. 709', async () => {
  const { job, result, stages, shares } = await getWideVideo()
  expect(shares).toEqual(shares.toSorted((a, b) => a - b))
  expect(shares.at(-1)).toBe(1)
  expect(stages).toEqual(['preparing', 'rendering', 'finishing'])
  expect(await readdir(job.folder)).toEqual(['poster.jpg', 'video.mp4'])

  const file = await readView(job.videoPath)
  expect(result).toEqual({ width: 720, height: 480, bytes: file.byteLength })
  const types = readBoxes(file).map((box) => box.type)
  expect(types[0]).toBe('ftyp')
  expect(types.indexOf('moov')).toBeLessThan(types.indexOf('mdat'))

  const header = boxAt(file, [...TRACK_PATH, 'mdia', 'mdhd'])
  const [timescale, duration] = [header.getUint32(12), header.getUint32(16)]
  expect(duration / timescale).toBe(4)
  const times = boxAt(file, [...SAMPLES_PATH, 'stts'])
  expect([times.getUint32(4), times.getUint32(8), times.getUint32(12) / timescale]).toEqual([1, 96, 1 / 24])

  const descriptions = boxAt(file, [...SAMPLES_PATH, 'stsd'])
  const [entry] = readBoxes(descriptions, 8)
  expect([entry!.type, entry!.body.getUint16(24), entry!.body.getUint16(26)]).toEqual(['avc1', 720, 480])
  const colour = readBoxes(entry!.body, 78).find((box) => box.type === 'colr')!.body
  expect(String.fromCharCode(...[0, 1, 2, 3].map((i) => colour.getUint8(i)))).toBe('nclx')
  expect([colour.getUint16(4), colour.getUint16(6), colour.getUint16(8), colour.getUint8(10)]).toEqual([1, 1, 1, 0])

  const keyFrames = boxAt(file, [...SAMPLES_PATH, 'stss'])
  expect(Array.from({ length: keyFrames.getUint32(4) }, (_, i) => keyFrames.getUint32(8 + i * 4))).toEqual([1, 49])
})

test('the poster is a frame that shows the photo, at the size of the video', async () => {
  const { job } = await getWideVideo()
  const poster = sharp(job.posterPath)
  expect(await poster.metadata()).toMatchObject({ format: 'jpeg', width: 720, height: 480 })
  const toSmall = (image: Sharp) => image.resize(24, 16, { fit: 'fill' }).removeAlpha().raw().toBuffer()
  const [posterPixels, photoPixels] = await Promise.all([toSmall(poster), toSmall(sharp(join(photoFolder, 'wide.jpg')))])
  const meanDifference = posterPixels.reduce((sum, value, i) => sum + Math.abs(value - photoPixels[i]!), 0) / posterPixels.length
  expect(meanDifference).toBeLessThan(12)
})

test('a photo shot upright is upright in the result, with even sides', async () => {
  const job = await makeRequest('turned.jpg')
  const { width, height } = await engine.run(job, runOptions())
  expect([width, height]).toEqual([480, 722])
  const { data } = await sharp(job.posterPath).resize(12, 18, { fit: 'fill' }).raw().toBuffer({ resolveWithObject: true })
  const blueAt = (x: number, y: number) => data[(y * 12 + x) * 3 + 2]!
  expect(blueAt(11, 3) - blueAt(0, 3)).toBeGreaterThan(80)
  expect(Math.abs(blueAt(11, 3) - blueAt(11, 14))).toBeLessThan(40)
})

// An abort needs far less time, and rendering the whole video far more.
const ABORT_LIMIT_MS = 25_000

test(
  'an abort while it renders ends soon and leaves no file',
  async () => {
    const job = await makeRequest('wide.jpg', { duration: '10s', resolution: '1080p', prompt: 'fast orbit' })
    const abort = new AbortController()
    const reason = new Error('stop')
    const onStage = (stage: string) => stage === 'rendering' && abort.abort(reason)
    await expect(engine.run(job, runOptions(abort.signal, onStage))).rejects.toBe(reason)
    expect(await readdir(job.folder)).toEqual([])
  },
  ABORT_LIMIT_MS,
)

test('an effect that this build does not know is reported to the user, not retried', async () => {
  const job = await makeRequest('wide.jpg', { bizType: 'TEMPLATE', templateId: 'of-yesterday', aiMusic: 1 })
  await expect(engine.run(job, runOptions())).rejects.toThrow(new EngineFailure(NO_EFFECT_TEXT))
  await expect(engine.run(job, runOptions())).rejects.toBeInstanceOf(EngineFailure)
})

test('a start and end frame with an invalid picture shows a message', async () => {
  const job = await makeRequest('wide.jpg', { bizType: 'HEAD_TAIL' })
  const brokenPath = join(job.folder, 'none.jpg')
  await writeFile(brokenPath, 'no picture')
  for (const imagePaths of [
    [...job.imagePaths, brokenPath],
    [brokenPath, ...job.imagePaths],
  ]) {
    const runError = await engine.run({ ...job, imagePaths }, runOptions()).catch((error: unknown) => error)
    expect(runError).toBeInstanceOf(EngineFailure)
    expect(String(runError)).toContain("couldn't read")
  }
  expect(await readdir(job.folder)).toEqual(['none.jpg'])
})

test('a repeated task makes the same frames and poster, after an aborted one too', async () => {
  const [{ job: firstJob }, secondJob] = [await getWideVideo(), await makeRequest('wide.jpg')]
  await engine.run(secondJob, runOptions())
  const readFrames = async (path: string) => {
    const { buffer, byteOffset, byteLength } = boxAt(await readView(path), ['mdat'])
    return Buffer.from(buffer, byteOffset, byteLength)
  }
  expect((await readFrames(firstJob.videoPath)).equals(await readFrames(secondJob.videoPath))).toBe(true)
  expect((await readFile(firstJob.posterPath)).equals(await readFile(secondJob.posterPath))).toBe(true)
})

test('files contain nothing of the prompt, the photo or the machine', async () => {
  const { job } = await getWideVideo()
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
  await write(join(photoFolder, 'broken.jpg'))
  const job = await makeRequest('broken.jpg')
  const failure = await engine.run(job, runOptions()).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(EngineFailure)
  expect((failure as Error).message).toMatch(/photo/)
  expect(await readdir(job.folder)).toEqual([])
})

/**
 * Writes a render worker and returns its URL. The first thread that starts it runs `code` at its first job; all later threads render as
 * usual.
 */
async function writeWorkerBrokenOnce(name: string, code: string): Promise<URL> {
  const marker = join(photoFolder, `${name}-once`)
  const wrapper = join(photoFolder, `${name}-worker.mjs`)
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
  const fragileEngine = createBuiltinEngine({ workerUrl: await writeWorkerBrokenOnce('dying', 'process.exit(7)'), workers: 2 })
  const job = await makeRequest('wide.jpg')
  await expect(fragileEngine.run(job, runOptions())).rejects.toThrow('code 7')
  expect(await readdir(job.folder)).toEqual([])
  await expect(fragileEngine.run(job, runOptions())).resolves.toMatchObject({ height: 480 })
  await fragileEngine.close()
})

test('a hanging render is ended at its limit with a message for the user, its siblings stop, and the next video is made', async () => {
  const timers = createHandTimers()
  const workerUrl = await writeWorkerBrokenOnce('hanging', 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)')
  const stuckEngine = createBuiltinEngine({ workerUrl, workers: 2, setTimer: timers.setTimer })
  const job = await makeRequest('wide.jpg')
  const hungRun = stuckEngine.run(job, runOptions()).catch((error: unknown) => error)
  await expect.poll(() => timers.delays().filter((delay) => delay === FRAME_LIMIT_MS)).toHaveLength(2)
  await expect.poll(() => timers.delays(), { timeout: ABORT_LIMIT_MS }).toContain(WORKER_IDLE_MS)
  timers.fire(FRAME_LIMIT_MS)
  const failure = await hungRun
  expect(failure).toBeInstanceOf(EngineFailure)
  expect(String(failure)).toMatch(/too long.*points were returned/)
  expect(await readdir(job.folder)).toEqual([])
  await expect(stuckEngine.run(job, runOptions())).resolves.toMatchObject({ height: 480 })
  await stuckEngine.close()
})
