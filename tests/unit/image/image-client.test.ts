import { describe, expect, it } from 'vitest'
import type { ImageApi, ImageProblem, PictureCalls, PreparedImage, PrepareStage } from '#shared/contract/image-contract.ts'
import type { WorkerEvents } from '#src/browser/worker-client.ts'
import { AS_IT_IS, createImageClient, IMAGE_IDLE_MS, IMAGE_TIMEOUT_MS } from '#src/pictures/create-image-client.ts'
import { UPRIGHT } from '#shared/domain/crop-rules.ts'
import { type Result, fail, ok } from '#shared/result.ts'

interface Deferred<T> {
  readonly promise: Promise<T>
  readonly resolve: (value: T) => void
  readonly reject: (error: Error) => void
}

function defer<T>(): Deferred<T> {
  let resolve: (value: T) => void = () => undefined
  let reject: (error: Error) => void = () => undefined
  const promise = new Promise<T>((onResolve, onReject) => {
    resolve = onResolve
    reject = onReject
  })
  return { promise, resolve, reject }
}

interface FakeWorker {
  readonly prepared: string[]
  isEnded: boolean
  answer(result: Result<PreparedImage, ImageProblem>): void
  crash(): void
  reject(error: Error): void
  fail(detail: string): void
  notify(stage: PrepareStage): void
}

const unabortedSignal = new AbortController().signal

function fileOf(name: string): File {
  return new File(['x'], name)
}

function pictureOf(width: number): PreparedImage {
  const otherFields = { height: 1, sha256: '', sourceBytes: 1, sourceWidth: 1, sourceHeight: 1, cut: null, shrinkPasses: 0 }
  return { blob: new Blob(), width, isFirstFrameOnly: false, turn: UPRIGHT, metadata: 'none', ...otherFields }
}

/** The fake worker's calls besides `prepare`. */
const otherCalls: Omit<PictureCalls, 'prepare'> = {
  measure: async () => ok({ sharpness: 1, brightness: 128, highlights: 255, isPlain: false }),
  view: async (file) => ok({ blob: file, width: 4, height: 3, sourceWidth: 8, sourceHeight: 6 }),
  crop: async (file, { part }) => ok({ blob: file, width: part.width, height: part.height }),
}

function makeFakeWorker(
  canPrepare: () => Promise<boolean>,
  { onFailure, onProgress }: WorkerEvents<PrepareStage>,
): FakeWorker & { api: ImageApi } {
  let pendingAnswer = defer<Result<PreparedImage, ImageProblem>>()
  const worker: FakeWorker & { api: ImageApi } = {
    prepared: [],
    isEnded: false,
    answer: (result) => pendingAnswer.resolve(result),
    crash: () => onFailure('crashed'),
    reject: (error) => pendingAnswer.reject(error),
    fail: onFailure,
    notify: onProgress,
    api: {
      canPrepare,
      ...otherCalls,
      prepare(file) {
        worker.prepared.push((file as File).name)
        pendingAnswer = defer()
        return pendingAnswer.promise
      },
    },
  }
  return worker
}

/** Opens the client. The test sends the answers of its workers and advances the clock of its timers. */
function openClient({ canPrepare = async () => true }: { canPrepare?: () => Promise<boolean> } = {}) {
  const workers: FakeWorker[] = []
  const timers = new Set<{ run: () => void; dueMs: number }>()
  const page = { loads: 0, prepared: 0 }
  let nowMs = 0
  const client = createImageClient({
    spawn(events) {
      const worker = makeFakeWorker(canPrepare, events)
      workers.push(worker)
      return { api: worker.api, terminate: () => (worker.isEnded = true) }
    },
    async loadPagePictures() {
      page.loads += 1
      return {
        ...otherCalls,
        async prepare() {
          page.prepared += 1
          return ok(pictureOf(7))
        },
      }
    },
    maxInputPixels: () => 1000,
    setTimer(run, delayMs) {
      const timer = { run, dueMs: nowMs + delayMs }
      timers.add(timer)
      return () => timers.delete(timer)
    },
  })
  function advance(ms: number) {
    nowMs += ms
    for (const timer of [...timers].filter(({ dueMs }) => dueMs <= nowMs)) {
      timers.delete(timer)
      timer.run()
    }
  }
  return { client, workers, page, advance }
}

/** Lets all pending promises settle. */
async function settle(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve))
}

describe('the image client', () => {
  it('passes one picture at a time to one worker, in the order of the calls', async () => {
    const { client, workers } = openClient()
    const firstAnswer = client.prepare(unabortedSignal, fileOf('a'))
    const secondAnswer = client.prepare(unabortedSignal, fileOf('b'))
    await settle()
    expect(workers[0]?.prepared).toEqual(['a'])
    workers[0]?.answer(ok(pictureOf(1)))
    expect(await firstAnswer).toMatchObject({ ok: true, value: { width: 1 } })
    await settle()
    expect(workers[0]?.prepared).toEqual(['a', 'b'])
    workers[0]?.answer(fail({ code: 'image_truncated' }))
    expect(await secondAnswer).toEqual({ ok: false, error: { code: 'image_truncated', retry: 'never' } })
    expect(workers).toHaveLength(1)
  })

  it('answers an abort at once, ends the worker and continues with a new one', async () => {
    const { client, workers } = openClient()
    const stop = new AbortController()
    const stoppedAnswer = client.prepare(stop.signal, fileOf('a'))
    const nextAnswer = client.prepare(unabortedSignal, fileOf('b'))
    await settle()
    stop.abort()
    expect(await stoppedAnswer).toMatchObject({ ok: false, error: { code: 'cancelled' } })
    expect(workers[0]?.isEnded).toBe(true)
    await settle()
    expect(workers[1]?.prepared).toEqual(['b'])
    workers[1]?.answer(ok(pictureOf(2)))
    expect(await nextAnswer).toMatchObject({ ok: true, value: { width: 2 } })
  })

  it('lets a waiting call go without touching the work of another', async () => {
    const { client, workers } = openClient()
    const stop = new AbortController()
    const runningAnswer = client.prepare(unabortedSignal, fileOf('a'))
    const waitingAnswer = client.prepare(stop.signal, fileOf('b'))
    await settle()
    stop.abort()
    expect(await waitingAnswer).toMatchObject({ ok: false, error: { code: 'cancelled' } })
    expect(workers[0]?.isEnded).toBe(false)
    workers[0]?.answer(ok(pictureOf(1)))
    expect(await runningAnswer).toMatchObject({ ok: true })
    await settle()
    expect(workers.map((worker) => worker.prepared)).toEqual([['a']])
  })

  it('starts no worker for a signal that is aborted already', async () => {
    const { client, workers } = openClient()
    expect(await client.prepare(AbortSignal.abort(), fileOf('a'))).toMatchObject({ ok: false, error: { code: 'cancelled' } })
    await settle()
    expect(workers).toHaveLength(0)
  })

  it('ends an idle worker after ten seconds and starts another for the next picture', async () => {
    const { client, workers, advance } = openClient()
    const firstAnswer = client.prepare(unabortedSignal, fileOf('a'))
    await settle()
    workers[0]?.answer(ok(pictureOf(1)))
    await firstAnswer
    await settle()
    advance(IMAGE_IDLE_MS - 1)
    expect(workers[0]?.isEnded).toBe(false)
    advance(1)
    expect(workers[0]?.isEnded).toBe(true)
    void client.prepare(unabortedSignal, fileOf('b'))
    await settle()
    expect(workers[1]?.prepared).toEqual(['b'])
  })

  it('never ends a worker as idle while it works', async () => {
    const { client, workers, advance } = openClient()
    const firstAnswer = client.prepare(unabortedSignal, fileOf('a'))
    await settle()
    workers[0]?.answer(ok(pictureOf(1)))
    await firstAnswer
    void client.prepare(unabortedSignal, fileOf('b'))
    await settle()
    advance(IMAGE_IDLE_MS + 1)
    expect(workers[0]?.isEnded).toBe(false)
  })

  it.each([
    ['crashes', (worker: FakeWorker) => worker.crash()],
    ['sends what cannot be read', (worker: FakeWorker) => worker.fail('unreadable message')],
    ['throws', (worker: FakeWorker) => worker.reject(new Error('out of memory'))],
  ])('fails the call as worker_failed when the worker %s, and continues with a new one', async (_how, breakWorker) => {
    const { client, workers } = openClient()
    const failedAnswer = client.prepare(unabortedSignal, fileOf('a'))
    const nextAnswer = client.prepare(unabortedSignal, fileOf('b'))
    await settle()
    breakWorker(workers[0]!)
    expect(await failedAnswer).toMatchObject({ ok: false, error: { code: 'worker_failed', retry: 'now' } })
    expect(workers[0]?.isEnded).toBe(true)
    await settle()
    workers[1]?.answer(ok(pictureOf(2)))
    expect(await nextAnswer).toMatchObject({ ok: true })
  })

  it('fails a call after its time limit and ends its worker', async () => {
    const { client, workers, advance } = openClient()
    const failedAnswer = client.prepare(unabortedSignal, fileOf('a'))
    await settle()
    advance(IMAGE_TIMEOUT_MS)
    expect(await failedAnswer).toMatchObject({ ok: false, error: { code: 'worker_failed' } })
    expect(workers[0]?.isEnded).toBe(true)
  })

  it('ignores late reports of an ended worker', async () => {
    const { client, workers } = openClient()
    const stop = new AbortController()
    const stoppedAnswer = client.prepare(stop.signal, fileOf('a'))
    const nextAnswer = client.prepare(unabortedSignal, fileOf('b'))
    await settle()
    stop.abort()
    await stoppedAnswer
    await settle()
    workers[0]?.crash()
    workers[0]?.reject(new Error('too late'))
    await settle()
    expect(workers[1]?.isEnded).toBe(false)
    workers[1]?.answer(ok(pictureOf(2)))
    expect(await nextAnswer).toMatchObject({ ok: true, value: { width: 2 } })
  })

  it('fails and recovers when a worker cannot even be started', async () => {
    let isBlocked = true
    const client = createImageClient({
      spawn: (events) => {
        if (isBlocked) throw new Error('blocked')
        const worker = makeFakeWorker(async () => true, events)
        return { api: { ...worker.api, prepare: async () => ok(pictureOf(3)) }, terminate: () => undefined }
      },
      loadPagePictures: () => Promise.reject(new Error('not needed here')),
      maxInputPixels: () => 1000,
      setTimer: () => () => undefined,
    })
    expect(await client.prepare(unabortedSignal, fileOf('a'))).toMatchObject({ ok: false, error: { code: 'worker_failed' } })
    isBlocked = false
    expect(await client.prepare(unabortedSignal, fileOf('b'))).toMatchObject({ ok: true, value: { width: 3 } })
  })

  it('leaves nothing running after an abort, at any moment of the first call', async () => {
    for (let moments = 0; moments < 24; moments++) {
      const { client, workers } = openClient()
      const stop = new AbortController()
      const stoppedAnswer = client.prepare(stop.signal, fileOf('a'))
      for (let moment = 0; moment < moments; moment++) await Promise.resolve()
      stop.abort()
      expect(await stoppedAnswer).toMatchObject({ ok: false, error: { code: 'cancelled' } })
      await settle()
      expect([moments, workers.some(({ prepared, isEnded }) => prepared.length > 0 && !isEnded)]).toEqual([moments, false])
    }
  })

  it('reports the stages of the call in progress, and of no other', async () => {
    const { client, workers } = openClient()
    const stages: string[] = []
    const firstAnswer = client.prepare(unabortedSignal, fileOf('a'), AS_IT_IS, (stage) => stages.push(`a ${stage}`))
    const stop = new AbortController()
    const secondAnswer = client.prepare(stop.signal, fileOf('b'), AS_IT_IS, (stage) => stages.push(`b ${stage}`))
    await settle()
    workers[0]?.notify('decoding')
    workers[0]?.answer(ok(pictureOf(1)))
    await firstAnswer
    await settle()
    workers[0]?.notify('packing')
    stop.abort()
    workers[0]?.notify('shrinking')
    await secondAnswer
    expect(stages).toEqual(['a decoding', 'b packing'])
  })

  it('queues views and crops with everything else, with the limit of this device', async () => {
    const { client, workers } = openClient()
    const prepareAnswer = client.prepare(unabortedSignal, fileOf('a'))
    const order: string[] = []
    const viewAnswer = client.view(unabortedSignal, fileOf('b')).then((result) => {
      order.push('view')
      return result
    })
    const part = { x: 0, y: 0, width: 20, height: 15 }
    const cropAnswer = client.crop(unabortedSignal, fileOf('c'), { turn: UPRIGHT, part })
    await settle()
    expect(order).toEqual([])
    workers[0]?.answer(ok(pictureOf(1)))
    await prepareAnswer
    expect(await viewAnswer).toMatchObject({ ok: true, value: { sourceWidth: 8 } })
    expect(await client.measure(unabortedSignal, new Blob())).toMatchObject({ ok: true, value: { brightness: 128 } })
    expect(await cropAnswer).toMatchObject({ ok: true, value: { width: 20, height: 15 } })
    expect(workers).toHaveLength(1)
  })

  it('lets the page prepare when the worker cannot, asks only once, and retains no worker', async () => {
    const { client, workers, page } = openClient({ canPrepare: async () => false })
    expect(await client.prepare(unabortedSignal, fileOf('a'))).toMatchObject({ ok: true, value: { width: 7 } })
    expect(await client.prepare(unabortedSignal, fileOf('b'))).toMatchObject({ ok: true, value: { width: 7 } })
    expect(workers.map(({ isEnded, prepared }) => ({ isEnded, prepared }))).toEqual([{ isEnded: true, prepared: [] }])
    expect(page.prepared).toBe(2)
  })

  it.each(['crashes', 'never answers'])(
    'lets the page prepare one picture when the first worker %s, and then tries another',
    async (failure) => {
      let isBlocked = true
      const canPrepare = () => (isBlocked ? new Promise<boolean>(() => undefined) : Promise.resolve(true))
      const { client, workers, page, advance } = openClient({ canPrepare })
      const firstAnswer = client.prepare(unabortedSignal, fileOf('a'))
      await settle()
      if (failure === 'crashes') workers[0]?.crash()
      else advance(IMAGE_TIMEOUT_MS)
      expect(await firstAnswer).toMatchObject({ ok: true, value: { width: 7 } })
      expect([workers[0]?.isEnded, page.prepared]).toEqual([true, 1])
      isBlocked = false
      const secondAnswer = client.prepare(unabortedSignal, fileOf('b'))
      await settle()
      workers[1]?.answer(ok(pictureOf(2)))
      expect(await secondAnswer).toMatchObject({ ok: true, value: { width: 2 } })
    },
  )
})
