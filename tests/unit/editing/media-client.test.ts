import { beforeEach, describe, expect, it } from 'vitest'
import type { AnimationOrder, EditOrder, MadeMedia, MediaApi, MediaProblem } from '#shared/contract/media-contract.ts'
import { MEDIA_IDLE_MS, MEDIA_RETRY_MS, MEDIA_SILENCE_MS } from '#shared/domain/editing-rules.ts'
import { type Result, fail, ok } from '#shared/result.ts'
import type { WorkerEvents } from '#src/browser/worker-client.ts'
import { createMediaClient } from '#src/editing/media-client.ts'

const order = { format: 'mp4' } as EditOrder
const animation = { format: 'gif' } as AnimationOrder
const made = { frames: 24 } as MadeMedia
const unstopped = new AbortController().signal

interface Run {
  readonly events: WorkerEvents<number>
  answerEstimate: (bytes: number) => void
  answer: (result: Result<MadeMedia, MediaProblem>) => void
  isEnded: boolean
  calls: number
}

let runs: Run[]
let timers: { readonly run: () => void; readonly delayMs: number; isCancelled: boolean }[]

beforeEach(() => {
  runs = []
  timers = []
})

function openClient() {
  return createMediaClient({
    spawn(events) {
      const run: Run = { events, answer: () => undefined, answerEstimate: () => undefined, isEnded: false, calls: 0 }
      runs.push(run)
      const api = {
        make: () =>
          new Promise((resolve) => {
            run.calls += 1
            run.answer = resolve
          }),
        estimate: () =>
          new Promise((resolve) => {
            run.calls += 1
            run.answerEstimate = (bytes) => resolve(ok(bytes))
          }),
        inspect: async () => fail({ code: 'media_unreadable' }),
        sketch: async () => fail({ code: 'media_unreadable' }),
        formats: async () => ['mp4'],
      } as MediaApi
      return { api, terminate: () => (run.isEnded = true) }
    },
    setTimer(run, delayMs) {
      const timer = { run, delayMs, isCancelled: false }
      timers.push(timer)
      return () => (timer.isCancelled = true)
    },
  })
}

const settle = () => new Promise((resolve) => setTimeout(resolve))
const active = (delayMs: number) => timers.filter((timer) => timer.delayMs === delayMs && !timer.isCancelled)

describe('the media client', () => {
  it('starts a worker with the first call, and ends it when idle', async () => {
    const client = openClient()
    expect(runs).toEqual([])
    const shares: number[] = []
    const answer = client.make(unstopped, order, (share) => shares.push(share))
    await settle()
    runs[0]?.events.onProgress(0.5)
    runs[0]?.answer(ok(made))
    expect(await answer).toEqual(ok(made))
    expect(shares).toEqual([0.5])
    expect(active(MEDIA_RETRY_MS)).toEqual([])
    active(MEDIA_IDLE_MS)[0]?.run()
    expect(runs[0]?.isEnded).toBe(true)
  })

  it('uses one worker for several calls, one at a time', async () => {
    const client = openClient()
    const [first, second] = [client.make(unstopped, order, () => undefined), client.make(unstopped, order, () => undefined)]
    await settle()
    expect(runs[0]?.calls).toBe(1)
    runs[0]?.answer(ok(made))
    await first
    await settle()
    expect(runs[0]?.calls).toBe(2)
    runs[0]?.answer(ok(made))
    expect(await second).toEqual(ok(made))
    expect(runs).toHaveLength(1)
  })

  it('ends the worker with an abort, also one in the queue', async () => {
    const client = openClient()
    const stop = new AbortController()
    const answer = client.make(stop.signal, order, () => undefined)
    const queued = client.make(stop.signal, order, () => undefined)
    await settle()
    stop.abort()
    expect(await answer).toMatchObject({ error: { code: 'cancelled' } })
    expect(await queued).toMatchObject({ error: { code: 'cancelled' } })
    expect(runs.map(({ isEnded }) => isEnded)).toEqual([true])
  })

  it('reports a failure after a crash and after silence, and starts another worker', async () => {
    const client = openClient()
    const crashed = client.make(unstopped, order, () => undefined)
    await settle()
    runs[0]?.events.onFailure('out of memory')
    expect(await crashed).toEqual(fail({ code: 'media_failed', retry: 'now', detail: 'out of memory' }))
    const silent = client.make(unstopped, order, () => undefined)
    await settle()
    runs[1]?.events.onProgress(0.1)
    expect(active(MEDIA_RETRY_MS)).toHaveLength(1)
    active(MEDIA_RETRY_MS)[0]?.run()
    await settle()
    active(MEDIA_SILENCE_MS)[0]?.run()
    expect(await silent).toMatchObject({ error: { code: 'media_failed', detail: 'silence' } })
    expect(runs.map(({ isEnded }) => isEnded)).toEqual([true, true, true])
  })

  it('repeats a call once in a fresh worker when the first worker stops reporting progress', async () => {
    const answer = openClient().make(unstopped, order, () => undefined)
    await settle()
    active(MEDIA_RETRY_MS)[0]?.run()
    await settle()
    expect(runs.map(({ isEnded }) => isEnded)).toEqual([true, false])
    runs[1]?.answer(ok(made))
    expect(await answer).toEqual(ok(made))
  })

  it('answers an estimate, and cancels it for other work and with its own signal', async () => {
    const client = openClient()
    const known = client.estimate(unstopped, animation)
    await settle()
    runs[0]?.answerEstimate(3_200_000)
    expect(await known).toEqual(ok(3_200_000))
    const preempted = client.estimate(unstopped, animation)
    await settle()
    const answer = client.make(unstopped, order, () => undefined)
    expect(await preempted).toEqual(fail({ code: 'cancelled', retry: 'now' }))
    await settle()
    expect(runs.map(({ isEnded }) => isEnded)).toEqual([true, false])
    const queued = client.estimate(unstopped, animation)
    runs[1]?.answer(ok(made))
    expect(await answer).toEqual(ok(made))
    await settle()
    runs[1]?.answerEstimate(100)
    expect(await queued).toEqual(ok(100))
    const stop = new AbortController()
    const stopped = client.estimate(stop.signal, animation)
    await settle()
    stop.abort()
    expect(await stopped).toMatchObject({ error: { code: 'cancelled' } })
    expect(await client.estimate(stop.signal, animation)).toMatchObject({ error: { code: 'cancelled' } })
  })

  it('reports why a worker refused, and retains it', async () => {
    const client = openClient()
    expect(await client.inspect(unstopped, new Blob())).toEqual(fail({ code: 'media_unreadable', retry: 'never' }))
    expect(await client.formats(unstopped)).toEqual(ok(['mp4']))
    expect(runs.map(({ isEnded }) => isEnded)).toEqual([false])
  })
})
