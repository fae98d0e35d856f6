import { systemClock } from '#shared/clock.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import type { ImageApi, PictureCalls, PrepareStage } from '#shared/contract/image-contract.ts'
import { type StartedWorker, type WorkerEvents, connectWorker } from '#src/browser/worker-client.ts'
import { AS_IT_IS, createImageClient } from '#src/pictures/create-image-client.ts'
import { MAX_INPUT_PX } from '#shared/domain/media-limits.ts'
import { makeCornerPhoto, makeNoisyPhoto } from './canvas-photo.ts'

const CANCEL_MS = 200
const MANY = 20

const unstopped = new AbortController().signal
let large: File
let small: File

beforeAll(async () => {
  large = await makeNoisyPhoto(6000, 5000, 0.8)
  small = await makeCornerPhoto(640, 400)
})

/** A client of the real image worker. It counts the started and ended workers, and the pictures that are prepared at the same time. */
function openClient() {
  const counts = { started: 0, ended: 0, inside: 0, mostInside: 0 }
  function spawn(events: WorkerEvents<PrepareStage>): StartedWorker<ImageApi> {
    counts.started += 1
    const worker = new Worker(new URL('../../../workers/image/image-worker.ts', import.meta.url), { type: 'module' })
    const started = connectWorker<ImageApi, PrepareStage>(worker, events)
    const { api } = started
    let isEnded = false
    const counted: PictureCalls['prepare'] = async (file, options) => {
      counts.inside += 1
      counts.mostInside = Math.max(counts.mostInside, counts.inside)
      const result = await api.prepare(file, options)
      if (!isEnded) counts.inside -= 1
      return result
    }
    return {
      api: {
        canPrepare: () => api.canPrepare(),
        prepare: counted,
        view: (file, limit) => api.view(file, limit),
        crop: (file, choice, limit) => api.crop(file, choice, limit),
        measure: (picture, limit) => api.measure(picture, limit),
      },
      terminate: () => {
        isEnded = true
        counts.ended += 1
        counts.inside = 0
        started.terminate()
      },
    }
  }
  const client = createImageClient({
    spawn,
    loadPagePictures: () => Promise.reject(new Error('not needed here')),
    maxInputPixels: () => MAX_INPUT_PX,
    setTimer: systemClock.setTimer,
  })
  return { client, counts }
}

describe('many pictures at once', () => {
  it('are prepared one after another in one worker, in the order they came', async () => {
    const { client, counts } = openClient()
    const done: number[] = []
    const all = Array.from({ length: MANY }, async (_, i) => {
      const result = await client.prepare(unstopped, small)
      done.push(i)
      return result
    })
    expect((await Promise.all(all)).every((result) => result.ok)).toBe(true)
    expect(counts).toMatchObject({ started: 1, ended: 0, mostInside: 1 })
    expect(done).toEqual(Array.from({ length: MANY }, (_, i) => i))
  })

  it('report their own stages each, and only during their turn', async () => {
    const { client } = openClient()
    const stagesSeen: string[] = []
    const prepare = (name: string) => client.prepare(unstopped, small, AS_IT_IS, (stage) => stagesSeen.push(`${name} ${stage}`))
    await Promise.all(['a', 'b'].map(prepare))
    const stages = ['reading', 'decoding', 'drawing', 'packing']
    expect(stagesSeen).toEqual(['a', 'b'].flatMap((name) => stages.map((stage) => `${name} ${stage}`)))
  })
})

describe('an abort', () => {
  it.each(['reading', 'decoding', 'drawing', 'packing'] satisfies PrepareStage[])(
    'while %s is answered within 200 ms and ends the work; all others continue, still one at a time',
    async (stage) => {
      const { client, counts } = openClient()
      const stop = new AbortController()
      let abortedAtMs = 0
      const before = client.prepare(unstopped, small)
      const stopped = client.prepare(stop.signal, large, AS_IT_IS, (reached) => {
        if (reached !== stage) return
        abortedAtMs = performance.now()
        stop.abort()
      })
      const after = Array.from({ length: 3 }, () => client.prepare(unstopped, small))
      expect(await stopped).toMatchObject({ ok: false, error: { code: 'cancelled' } })
      expect(performance.now() - abortedAtMs).toBeLessThan(CANCEL_MS)
      expect(counts).toMatchObject({ ended: 1, inside: 0 })
      for (const result of await Promise.all([before, ...after])) expect(result).toMatchObject({ ok: true, value: { width: 640 } })
      expect(counts).toMatchObject({ started: 2, ended: 1, mostInside: 1 })
    },
  )

  it('of a waiting picture is answered within 200 ms and disturbs no other', async () => {
    const { client, counts } = openClient()
    const stop = new AbortController()
    let answeredAfterMs = 0
    const running = client.prepare(unstopped, large, AS_IT_IS, (stage) => stage === 'decoding' && stop.abort())
    const waiting = client.prepare(stop.signal, small)
    stop.signal.addEventListener('abort', () => {
      const abortedAtMs = performance.now()
      void waiting.then(() => (answeredAfterMs = performance.now() - abortedAtMs))
    })
    const last = client.prepare(unstopped, small)
    expect(await waiting).toMatchObject({ ok: false, error: { code: 'cancelled' } })
    expect(await running).toMatchObject({ ok: true })
    expect(await last).toMatchObject({ ok: true })
    expect(answeredAfterMs).toBeLessThan(CANCEL_MS)
    expect(counts).toMatchObject({ started: 1, ended: 0, mostInside: 1 })
  })
})
