import { wrap } from 'comlink'
import { beforeAll, expect, it } from 'vitest'
import { createImageClient, type ImageWorker } from '#src/bridge/create-image-client.ts'
import { MAX_INPUT_PX } from '#shared/domain/media-limits.ts'
import type { ImageApi } from '#shared/contract/image-contract.ts'
import { makeCornerPhoto } from './canvas-photo.ts'

const unstopped = new AbortController().signal
let large: File

beforeAll(async () => {
  large = await makeCornerPhoto(6000, 5000)
})

/** The real worker behind a client that tells when work has begun and counts workers. */
function openClient() {
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  const counts = { started: 0, ended: 0 }
  function spawn(): ImageWorker {
    counts.started += 1
    const worker = new Worker(new URL('../../../workers/image/image-worker.ts', import.meta.url), { type: 'module' })
    const api = wrap<ImageApi>(worker)
    return {
      api: {
        canPrepare: () => api.canPrepare(),
        prepare: (file, options) => {
          begin()
          return api.prepare(file, options)
        },
      },
      terminate: () => {
        counts.ended += 1
        worker.terminate()
      },
    }
  }
  const client = createImageClient({
    hasWorkers: true,
    spawn,
    loadPageImage: () => Promise.reject(new Error('not needed here')),
    maxInputPixels: () => MAX_INPUT_PX,
    setTimer: (run, delayMs) => {
      const timer = setTimeout(run, delayMs)
      return () => clearTimeout(timer)
    },
  })
  return { client, begun, counts }
}

it('ends the work on a large photo within 200 ms of the abort and goes on with the next', async () => {
  const { client, begun, counts } = openClient()
  const stop = new AbortController()
  const stopped = client.prepare(stop.signal, large)
  const next = client.prepare(unstopped, await makeCornerPhoto(640, 400))
  await begun
  const abortedAtMs = performance.now()
  stop.abort()
  const result = await stopped
  expect(performance.now() - abortedAtMs).toBeLessThan(200)
  expect(result).toMatchObject({ ok: false, error: { code: 'cancelled' } })
  expect(counts.ended).toBe(1)
  expect(await next).toMatchObject({ ok: true, value: { width: 640 } })
  expect(counts.started).toBe(2)
})

it('prepares pictures dropped together one after another in one worker', async () => {
  const { client, counts } = openClient()
  const photo = await makeCornerPhoto(640, 400)
  const results = await Promise.all(Array.from({ length: 12 }, () => client.prepare(unstopped, photo)))
  expect(results.every((result) => result.ok)).toBe(true)
  expect(counts).toEqual({ started: 1, ended: 0 })
})
