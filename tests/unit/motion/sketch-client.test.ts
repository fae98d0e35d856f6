import { beforeEach, describe, expect, test } from 'vitest'
import type { SketchCalls, SketchOrder, SketchStart } from '#shared/contract/sketch-contract.ts'
import type { ImageProblem } from '#shared/contract/image-contract.ts'
import { SKETCH_FIRST_FRAME_MS, SKETCH_IDLE_MS, SKETCH_MAX_CRASHES } from '#shared/domain/sketch-rules.ts'
import { makePlan } from '#motion/make-plan.ts'
import { type Result, ok } from '#shared/result.ts'
import { type SketchClient, createSketchClient } from '#src/motion/sketch-client.ts'
import { request } from '../../fixtures/page/sketch-request.ts'

const order: SketchOrder = { key: 'order', pictures: [], plan: makePlan(request) }

interface FakeWorker {
  readonly calls: string[]
  isEnded: boolean
  crash: () => void
}

let workers: FakeWorker[]
let timers: { run: () => void; delayMs: number }[]
let canTransferCanvas: boolean
let draw: () => Promise<Result<SketchStart, ImageProblem>>
let strip: () => Promise<Result<Blob, ImageProblem>>
let lostCount: number
let client: SketchClient<string>

beforeEach(() => {
  workers = []
  timers = []
  canTransferCanvas = true
  draw = async () => ok('drawn')
  strip = async () => ok(new Blob(['strip']))
  lostCount = 0
  let canvases = 0
  client = createSketchClient<string>({
    spawn({ onFailure }) {
      const worker: FakeWorker = { calls: [], isEnded: false, crash: () => onFailure('crashed') }
      workers.push(worker)
      const recordCall = (call: string) => async () => void worker.calls.push(call)
      const api: SketchCalls = {
        receiveCanvas: recordCall('take'),
        rest: recordCall('rest'),
        dropCanvas: recordCall('drop'),
        draw: () => draw(),
        strip: () => strip(),
      }
      return { api, terminate: () => (worker.isEnded = true) }
    },
    makeCanvas: () => (canTransferCanvas ? { canvas: `canvas ${(canvases += 1)}`, control: {} as OffscreenCanvas } : null),
    setTimer(run, delayMs) {
      const timer = { run, delayMs }
      timers.push(timer)
      return () => (timers = timers.filter((other) => other !== timer))
    },
  })
  client.onLost = () => (lostCount += 1)
})

/** Fires the only timer with this delay. */
function fireTimer(delayMs: number): void {
  const dueTimers = timers.filter((timer) => timer.delayMs === delayMs)
  expect(dueTimers).toHaveLength(1)
  timers = timers.filter((timer) => timer.delayMs !== delayMs)
  dueTimers[0]!.run()
}

const neverSettled = () => new Promise<never>(() => undefined)

describe('the worker of the sketch', () => {
  test('is started by the first sketch, transfers each canvas once, and uses it for the next request', async () => {
    expect(workers).toEqual([])
    expect(await client.draw('a', order, 'play')).toEqual({ status: 'drawn', canvas: 'canvas 1' })
    expect(await client.draw('b', order, 'play')).toEqual({ status: 'drawn', canvas: 'canvas 2' })
    expect(await client.draw('a', order, 'play')).toEqual({ status: 'drawn', canvas: 'canvas 1' })
    expect(workers.map(({ calls }) => calls)).toEqual([['take', 'take']])
    expect(timers).toEqual([])
  })

  test('ends after a while of rest and not while it draws; the next sketch gets a new worker and a new canvas', async () => {
    await client.draw('a', order, 'play')
    client.pause()
    await client.draw('a', order, 'play')
    expect(timers).toEqual([])
    client.pause()
    fireTimer(SKETCH_IDLE_MS)
    expect(workers[0]).toMatchObject({ isEnded: true, calls: ['take', 'rest', 'rest'] })
    expect(await client.draw('a', order, 'play')).toEqual({ status: 'drawn', canvas: 'canvas 2' })
    expect(workers).toHaveLength(2)
  })

  test('reports a crash during playback, and is replaced', async () => {
    await client.draw('a', order, 'play')
    workers[0]!.crash()
    expect([lostCount, workers[0]!.isEnded]).toEqual([1, true])
    workers[0]!.crash()
    expect(lostCount).toBe(1)
    expect(await client.draw('a', order, 'play')).toEqual({ status: 'drawn', canvas: 'canvas 2' })
  })

  test('is ended when its first frame is late', async () => {
    draw = neverSettled
    const stuckDrawing = client.draw('a', order, 'play')
    await Promise.resolve()
    fireTimer(SKETCH_FIRST_FRAME_MS)
    expect(await stuckDrawing).toEqual({ status: 'lost' })
    expect([lostCount, workers[0]!.isEnded]).toEqual([0, true])
  })

  test('is not counted as stuck when it ends while its drawing is not needed any more', async () => {
    draw = neverSettled
    const unwantedDrawing = client.draw('a', order, 'play')
    await Promise.resolve()
    client.pause()
    fireTimer(SKETCH_IDLE_MS)
    expect(await unwantedDrawing).toEqual({ status: 'lost' })
    expect([timers, lostCount]).toEqual([[], 0])
  })

  test('is not started again after too many crashes', async () => {
    for (let crash = 0; crash < SKETCH_MAX_CRASHES; crash++) {
      await client.draw('a', order, 'play')
      workers.at(-1)?.crash()
    }
    expect(await client.draw('a', order, 'play')).toEqual({ status: 'refused' })
    expect(workers).toHaveLength(SKETCH_MAX_CRASHES)
  })

  test('refuses an impossible drawing and continues', async () => {
    draw = () => Promise.reject(new RangeError('not drawn yet'))
    expect(await client.draw('a', order, 'play')).toEqual({ status: 'refused' })
    draw = async () => ({ ok: false, error: { code: 'image_broken' } })
    expect(await client.draw('a', order, 'play')).toEqual({ status: 'refused' })
    expect([workers.length, workers[0]!.isEnded, timers]).toEqual([1, false, []])
  })
})

test('a browser that cannot transfer a canvas gets no sketch, and no error', async () => {
  canTransferCanvas = false
  expect(await client.draw('a', order, 'play')).toEqual({ status: 'refused' })
})

describe('film strips', () => {
  test('are made by the worker of the sketch, which ends when no other work is left', async () => {
    expect(await (await client.drawStrip(order))?.text()).toBe('strip')
    expect(workers).toHaveLength(1)
    fireTimer(SKETCH_IDLE_MS)
    expect(workers[0]?.isEnded).toBe(true)
  })

  test('that wait when the worker dies are dropped', async () => {
    strip = () => new Promise(() => undefined)
    const waitingStrip = client.drawStrip(order)
    workers[0]?.crash()
    expect(await waitingStrip).toBeNull()
  })

  test('a playing sketch does not end with a strip', async () => {
    await client.draw('one', order, 'play')
    await client.drawStrip(order)
    expect(timers.filter(({ delayMs }) => delayMs === SKETCH_IDLE_MS)).toEqual([])
  })
})
