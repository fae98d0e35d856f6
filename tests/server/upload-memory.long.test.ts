import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { randomFillSync } from 'node:crypto'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { presignUpload } from '#shared/api/files.ts'
import { COMMON_HEADERS } from '#shared/api/common-params.ts'
import { callPath } from '#shared/api/define-call.ts'
import { queryBatch } from '#shared/api/generation.ts'
import { MAX_UPLOAD_BYTES } from '#shared/domain/media-limits.ts'
import { SERVER_MAIN, type ServerProcess, overNetwork, startServerProcess } from '../fixtures/server/built-server-process.ts'
import { REMOVAL_TRIES } from '../fixtures/start-test-server.ts'
import { type TestClient, commit, createVisitor, upload } from './client.ts'

/** The memory limit of a server with its embedded database, as in docs/deploying.md. */
const MAX_MEMORY_KB = 900 * 1024
const VISITORS = 6
const UPLOADS_EACH = 20
/** The number of progressive JPEGs a visitor uploads. A decoder needs 100 MB for each, because it must decode the whole file. */
const PROGRESSIVE_EACH = 2
const RENDERS = 4
const NOISE_SIDE_PX = 1865
const PROGRESSIVE_SIDE_PX = 4096

const HAS_PROC = existsSync('/proc/self/status')

let dataDir: string
let server: ServerProcess
beforeAll(async () => {
  if (!HAS_PROC) return
  dataDir = await mkdtemp(path.join(tmpdir(), 'kinora-memory-'))
  server = await startServerProcess(SERVER_MAIN, {
    DATA_DIR: dataDir,
    SIGN_MODE: 'off',
    TRUST_PROXY: '1',
    WELCOME_POINTS_VISITOR: '10000',
  })
})
afterAll(async () => {
  if (!HAS_PROC) return
  await server.end('SIGTERM')
  await rm(dataDir, { recursive: true, force: true, maxRetries: REMOVAL_TRIES })
})

it.skipIf(!HAS_PROC)(
  '120 parallel pictures of 10 MB beside four renders are all stored within 900 MB, and others are answered',
  async () => {
    const pictures = await makePictures()
    const otherVisitor = await createVisitor(overNetwork(server), { headers: { 'x-forwarded-for': '198.51.100.250' } })
    const image = await upload(otherVisitor)
    const { batchId } = await commit(otherVisitor, image, { resolution: '1080p', videoNum: RENDERS })
    await expect.poll(async () => (await statesOf(otherVisitor, batchId)).includes('PROCESSING'), { timeout: 60_000 }).toBe(true)

    const visitors = await Promise.all(
      Array.from({ length: VISITORS }, (_, index) =>
        createVisitor(overNetwork(server), { headers: { 'x-forwarded-for': `198.51.100.${index + 1}` } }),
      ),
    )
    const permits: Permit[] = []
    for (const visitor of visitors) {
      for (let index = 0; index < UPLOADS_EACH; index += 1) {
        permits.push(await permitOf(visitor, index < PROGRESSIVE_EACH ? pictures.progressive : pictures.noise))
      }
    }
    expect(await statesOf(otherVisitor, batchId)).not.toContain('SUCCESS')
    const polling = startPolling(otherVisitor, batchId)
    onTestFinished(polling.stop)
    const beforeKb = await readMemoryKb('VmRSS')
    const startedMs = performance.now()
    const uploads = await Promise.all(permits.map(uploadPicture))
    const uploadsMs = performance.now() - startedMs
    const waitsMs = (await polling.end()).toSorted((one, next) => one - next)
    const peakKb = await readMemoryKb('VmHWM')
    const percentileMs = (share: number) => Math.round(waitsMs[Math.floor(waitsMs.length * share)] ?? 0)
    const busyCount = uploads.reduce((sum, { tries }) => sum + tries - 1, 0)
    console.log(
      `before ${Math.round(beforeKb / 1024)} MB, peak ${Math.round(peakKb / 1024)} MB, after ${Math.round((await readMemoryKb('VmRSS')) / 1024)} MB; uploads ${Math.round(uploadsMs)} ms, ` +
        `${busyCount} answered as busy; ${waitsMs.length} polls, p50 ${percentileMs(0.5)} ms, p99 ${percentileMs(0.99)} ms, longest ${percentileMs(1 - Number.EPSILON)} ms`,
    )
    expect(uploads.map(({ status }) => status)).toEqual(uploads.map(() => 200))
    expect(waitsMs.length).toBeGreaterThan(0)
    expect(peakKb).toBeLessThanOrEqual(MAX_MEMORY_KB)
  },
  240_000,
)

/** Two files of at most 10 MB: one is as large as the upload limit, the other is much larger when decoded. */
async function makePictures() {
  const noiseOf = (sidePx: number) =>
    sharp(randomFillSync(Buffer.alloc(sidePx * sidePx * 3)), { raw: { width: sidePx, height: sidePx, channels: 3 } })
  const noiseBytes = await noiseOf(NOISE_SIDE_PX).png({ compressionLevel: 0 }).toBuffer()
  const progressiveBytes = await noiseOf(PROGRESSIVE_SIDE_PX).jpeg({ quality: 70, progressive: true }).toBuffer()
  for (const { byteLength } of [noiseBytes, progressiveBytes]) expect(byteLength).toBeLessThanOrEqual(MAX_UPLOAD_BYTES)
  expect(noiseBytes.byteLength).toBeGreaterThan(0.98 * MAX_UPLOAD_BYTES)
  return {
    noise: new Blob([new Uint8Array(noiseBytes)], { type: 'image/png' }),
    progressive: new Blob([new Uint8Array(progressiveBytes)], { type: 'image/jpeg' }),
  }
}

interface Permit {
  readonly client: TestClient
  readonly url: string
  readonly picture: Blob
}

async function permitOf(client: TestClient, picture: Blob): Promise<Permit> {
  const input = { filename: 'photo', contentType: picture.type, size: picture.size }
  return { client, picture, url: (await client.get(presignUpload, input)).presignedUrl }
}

const BUSY_RESPONSE = new Response(null, { status: 503, headers: { 'retry-after': '1' } })

/** Uploads as the page does: after a 503, or without an answer, it waits and sends the same request again. */
async function uploadPicture({ client, url, picture }: Permit) {
  for (let tries = 1; ; tries += 1) {
    const init = { method: 'PUT', headers: { 'content-type': picture.type }, body: picture }
    const { status, headers } = await client.request(url, init).catch(() => BUSY_RESPONSE)
    if (status !== 503) return { status, tries }
    await pause(1000 * Number(headers.get('retry-after')))
  }
}

const statesOf = async (client: TestClient, batchId: string) =>
  (await client.get(queryBatch, { batchId })).tasks.map(({ status }) => status)

/** Polls a batch as a client until `end`, which returns the duration of each poll in ms. Expects an answer to each poll. */
function startPolling({ token }: TestClient, batchId: string) {
  const url = `${server.origin}${callPath(queryBatch)}?batchId=${batchId}`
  const worker = new Worker(new URL('../fixtures/server/steady-poll.mjs', import.meta.url), {
    workerData: { url, headers: { [COMMON_HEADERS.userToken]: token } },
  })
  const endMessage = once(worker, 'message')
  endMessage.catch(() => undefined)
  return {
    async end(): Promise<number[]> {
      worker.postMessage('end')
      const [waitsMs] = await endMessage
      return waitsMs
    },
    stop: async () => void (await worker.terminate()),
  }
}

async function readMemoryKb(name: 'VmRSS' | 'VmHWM'): Promise<number> {
  const text = await readFile(`/proc/${server.child.pid}/status`, 'utf8')
  return Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text)?.[1])
}
