import { beforeEach, describe, expect, it } from 'vitest'
import type { AnimationOrder, EditOrder, MadeMedia, MediaApi, MediaProblem } from '#shared/contract/media-contract.ts'
import { MEDIA_IDLE_MS, MEDIA_RETRY_MS, MEDIA_SILENCE_MS } from '#shared/domain/editing-rules.ts'
import { type Result, fail, ok } from '#shared/result.ts'
import type { WorkerEvents } from '#src/browser/worker-client.ts'
import { createMediaClient } from '#src/editing/media-client.ts'

const order = { format: 'mp4' } as EditOrder
const animation = { format: 'gif' } as AnimationOrder
const madeMedia = { frames: 24 } as MadeMedia
const neverAborted = new AbortController().signal

interface FakeWorker {
  readonly events: WorkerEvents<number>
  answerEstimate: (bytes: number) => void
  answer: (result: Result<MadeMedia, MediaProblem>) => void
  isEnded: boolean
  calls: number
}

let workers: FakeWorker[]
let timers: { readonly run: () => void; readonly delayMs: number; isCancelled: boolean }[]

beforeEach(() => {
  workers = []
  timers = []
})

function openClient() {
  return createMediaClient({
    spawn(events) {
      const worker: FakeWorker = { events, answer: () => undefined, answerEstimate: () => undefined, isEnded: false, calls: 0 }
      workers.push(worker)
      const api = {
        make: () =>
          new Promise((resolve) => {
            worker.calls += 1
            worker.answer = resolve
          }),
        estimate: () =>
          new Promise((resolve) => {
            worker.calls += 1
            worker.answerEstimate = (bytes) => resolve(ok(bytes))
          }),
        inspect: async () => fail({ code: 'media_unreadable' }),
        sketch: async () => fail({ code: 'media_unreadable' }),
        formats: async () => ['mp4'],
      } as MediaApi
      return { api, terminate: () => (worker.isEnded = true) }
    },
    setTimer(run, delayMs) {
      const timer = { run, delayMs, isCancelled: false }
      timers.push(timer)
      return () => (timer.isCancelled = true)
    },
  })
}

const settle = () => new Promise((resolve) => setTimeout(resolve))
const activeTimers = (delayMs: number) => timers.filter((timer) => timer.delayMs === delayMs && !timer.isCancelled)

describe('the media client', () => {
  it('starts a worker with the first call, and ends it when idle', async () => {
    const client = openClient()
    expect(workers).toEqual([])
    const shares: number[] = []
    const answer = client.make(neverAborted, order, (share) => shares.push(share))
    await settle()
    workers[0]?.events.onProgress(0.5)
    workers[0]?.answer(ok(madeMedia))
    expect(await answer).toEqual(ok(madeMedia))
    expect(shares).toEqual([0.5])
    expect(activeTimers(MEDIA_RETRY_MS)).toEqual([])
    activeTimers(MEDIA_IDLE_MS)[0]?.run()
    expect(workers[0]?.isEnded).toBe(true)
  })

  it('uses one worker for several calls, one at a time', async () => {
    const client = openClient()
    const [firstCall, secondCall] = [client.make(neverAborted, order, () => undefined), client.make(neverAborted, order, () => undefined)]
    await settle()
    expect(workers[0]?.calls).toBe(1)
    workers[0]?.answer(ok(madeMedia))
    await firstCall
    await settle()
    expect(workers[0]?.calls).toBe(2)
    workers[0]?.answer(ok(madeMedia))
    expect(await secondCall).toEqual(ok(madeMedia))
    expect(workers).toHaveLength(1)
  })

  it('ends the worker with an abort, also one in the queue', async () => {
    const client = openClient()
    const abortController = new AbortController()
    const answer = client.make(abortController.signal, order, () => undefined)
    const queuedCall = client.make(abortController.signal, order, () => undefined)
    await settle()
    abortController.abort()
    expect(await answer).toMatchObject({ error: { code: 'cancelled' } })
    expect(await queuedCall).toMatchObject({ error: { code: 'cancelled' } })
    expect(workers.map(({ isEnded }) => isEnded)).toEqual([true])
  })

  it('reports a failure after a crash and after silence, and starts another worker', async () => {
    const client = openClient()
    const crashedCall = client.make(neverAborted, order, () => undefined)
    await settle()
    workers[0]?.events.onFailure('out of memory')
    expect(await crashedCall).toEqual(fail({ code: 'media_failed', retry: 'now', detail: 'out of memory' }))
    const silentCall = client.make(neverAborted, order, () => undefined)
    await settle()
    workers[1]?.events.onProgress(0.1)
    expect(activeTimers(MEDIA_RETRY_MS)).toHaveLength(1)
    activeTimers(MEDIA_RETRY_MS)[0]?.run()
    await settle()
    activeTimers(MEDIA_SILENCE_MS)[0]?.run()
    expect(await silentCall).toMatchObject({ error: { code: 'media_failed', detail: 'silence' } })
    expect(workers.map(({ isEnded }) => isEnded)).toEqual([true, true, true])
  })

  it('repeats a call once in a fresh worker when the first worker stops reporting progress', async () => {
    const answer = openClient().make(neverAborted, order, () => undefined)
    await settle()
    activeTimers(MEDIA_RETRY_MS)[0]?.run()
    await settle()
    expect(workers.map(({ isEnded }) => isEnded)).toEqual([true, false])
    workers[1]?.answer(ok(madeMedia))
    expect(await answer).toEqual(ok(madeMedia))
  })

  it('answers an estimate, and cancels it for other work and with its own signal', async () => {
    const client = openClient()
    const estimate = client.estimate(neverAborted, animation)
    await settle()
    workers[0]?.answerEstimate(3_200_000)
    expect(await estimate).toEqual(ok(3_200_000))
    const preemptedEstimate = client.estimate(neverAborted, animation)
    await settle()
    const answer = client.make(neverAborted, order, () => undefined)
    expect(await preemptedEstimate).toEqual(fail({ code: 'cancelled', retry: 'now' }))
    await settle()
    expect(workers.map(({ isEnded }) => isEnded)).toEqual([true, false])
    const queuedEstimate = client.estimate(neverAborted, animation)
    workers[1]?.answer(ok(madeMedia))
    expect(await answer).toEqual(ok(madeMedia))
    await settle()
    workers[1]?.answerEstimate(100)
    expect(await queuedEstimate).toEqual(ok(100))
    const abortController = new AbortController()
    const stoppedEstimate = client.estimate(abortController.signal, animation)
    await settle()
    abortController.abort()
    expect(await stoppedEstimate).toMatchObject({ error: { code: 'cancelled' } })
    expect(await client.estimate(abortController.signal, animation)).toMatchObject({ error: { code: 'cancelled' } })
  })

  it('reports why a worker refused, and retains it', async () => {
    const client = openClient()
    expect(await client.inspect(neverAborted, new Blob())).toEqual(fail({ code: 'media_unreadable', retry: 'never' }))
    expect(await client.formats(neverAborted)).toEqual(ok(['mp4']))
    expect(workers.map(({ isEnded }) => isEnded)).toEqual([false])
  })
})
