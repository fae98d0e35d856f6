import { systemClock } from '#shared/clock.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import type { ImageApi, PictureCalls, PrepareStage } from '#shared/contract/image-contract.ts'
import { type StartedWorker, type WorkerEvents, connectWorker } from '#src/browser/worker-client.ts'
import { AS_IT_IS, createImageClient } from '#src/pictures/create-image-client.ts'
import { MAX_INPUT_PX } from '#shared/domain/media-limits.ts'
import { makeCornerPhoto, makeNoisyPhoto } from './canvas-photo.ts'

const CANCEL_MS = 200
const PICTURES = 20

const unabortedSignal = new AbortController().signal
let largePhoto: File
let smallPhoto: File

beforeAll(async () => {
  largePhoto = await makeNoisyPhoto(6000, 5000, 0.8)
  smallPhoto = await makeCornerPhoto(640, 400)
})

/** A client of the real image worker. It counts the started and ended workers, and the pictures that are prepared at the same time. */
function openClient() {
  const counts = { started: 0, ended: 0, preparing: 0, mostPreparing: 0 }
  function spawnWorker(events: WorkerEvents<PrepareStage>): StartedWorker<ImageApi> {
    counts.started += 1
    const worker = new Worker(new URL('../../../workers/image/image-worker.ts', import.meta.url), { type: 'module' })
    const startedWorker = connectWorker<ImageApi, PrepareStage>(worker, events)
    const { api } = startedWorker
    let isEnded = false
    const countedPrepare: PictureCalls['prepare'] = async (file, options) => {
      counts.preparing += 1
      counts.mostPreparing = Math.max(counts.mostPreparing, counts.preparing)
      const result = await api.prepare(file, options)
      if (!isEnded) counts.preparing -= 1
      return result
    }
    return {
      api: {
        canPrepare: () => api.canPrepare(),
        prepare: countedPrepare,
        view: (file, limit) => api.view(file, limit),
        crop: (file, choice, limit) => api.crop(file, choice, limit),
        measure: (picture, limit) => api.measure(picture, limit),
      },
      terminate: () => {
        isEnded = true
        counts.ended += 1
        counts.preparing = 0
        startedWorker.terminate()
      },
    }
  }
  const client = createImageClient({
    spawn: spawnWorker,
    loadPagePictures: () => Promise.reject(new Error('not needed here')),
    maxInputPixels: () => MAX_INPUT_PX,
    setTimer: systemClock.setTimer,
  })
  return { client, counts }
}

describe('many pictures at once', () => {
  it('are prepared one after another in one worker, in the order they came', async () => {
    const { client, counts } = openClient()
    const finishedIndexes: number[] = []
    const all = Array.from({ length: PICTURES }, async (_, i) => {
      const result = await client.prepare(unabortedSignal, smallPhoto)
      finishedIndexes.push(i)
      return result
    })
    expect((await Promise.all(all)).every((result) => result.ok)).toBe(true)
    expect(counts).toMatchObject({ started: 1, ended: 0, mostPreparing: 1 })
    expect(finishedIndexes).toEqual(Array.from({ length: PICTURES }, (_, i) => i))
  })

  it('report their own stages each, and only during their turn', async () => {
    const { client } = openClient()
    const stagesSeen: string[] = []
    const prepare = (name: string) => client.prepare(unabortedSignal, smallPhoto, AS_IT_IS, (stage) => stagesSeen.push(`${name} ${stage}`))
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
      const stopController = new AbortController()
      let abortedAtMs = 0
      const earlierResult = client.prepare(unabortedSignal, smallPhoto)
      const stoppedResult = client.prepare(stopController.signal, largePhoto, AS_IT_IS, (reachedStage) => {
        if (reachedStage !== stage) return
        abortedAtMs = performance.now()
        stopController.abort()
      })
      const laterResults = Array.from({ length: 3 }, () => client.prepare(unabortedSignal, smallPhoto))
      expect(await stoppedResult).toMatchObject({ ok: false, error: { code: 'cancelled' } })
      expect(performance.now() - abortedAtMs).toBeLessThan(CANCEL_MS)
      expect(counts).toMatchObject({ ended: 1, preparing: 0 })
      for (const result of await Promise.all([earlierResult, ...laterResults]))
        expect(result).toMatchObject({ ok: true, value: { width: 640 } })
      expect(counts).toMatchObject({ started: 2, ended: 1, mostPreparing: 1 })
    },
  )

  it('of a waiting picture is answered within 200 ms and disturbs no other', async () => {
    const { client, counts } = openClient()
    const stopController = new AbortController()
    let answeredAfterMs = 0
    const runningResult = client.prepare(unabortedSignal, largePhoto, AS_IT_IS, (stage) => stage === 'decoding' && stopController.abort())
    const waitingResult = client.prepare(stopController.signal, smallPhoto)
    stopController.signal.addEventListener('abort', () => {
      const abortedAtMs = performance.now()
      void waitingResult.then(() => (answeredAfterMs = performance.now() - abortedAtMs))
    })
    const lastResult = client.prepare(unabortedSignal, smallPhoto)
    expect(await waitingResult).toMatchObject({ ok: false, error: { code: 'cancelled' } })
    expect(await runningResult).toMatchObject({ ok: true })
    expect(await lastResult).toMatchObject({ ok: true })
    expect(answeredAfterMs).toBeLessThan(CANCEL_MS)
    expect(counts).toMatchObject({ started: 1, ended: 0, mostPreparing: 1 })
  })
})
