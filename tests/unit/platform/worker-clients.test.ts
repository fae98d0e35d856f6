import { expose } from 'comlink'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { SketchOrder } from '#shared/contract/sketch-contract.ts'
import { ok } from '#shared/result.ts'

vi.mock('#src/pictures/page-image.ts', () => ({ loadPagePictures: async () => ({ measure: async () => ok('page') }) }))

/** `silent`: calls get no answer. `throws`: the worker's constructor throws. `crashes`: the worker crashes at its start. */
let mode: 'normal' | 'silent' | 'throws' | 'crashes'
let workers: FakeWorker[]
let receivedCalls: number

/** A fake worker that answers its calls over a message channel. */
class FakeWorker extends EventTarget {
  isEnded = false
  readonly #port: MessagePort

  constructor(_url: URL, { name }: { readonly name: keyof typeof CALLS }) {
    super()
    if (mode === 'throws') throw new DOMException('blocked', 'SecurityError')
    workers.push(this)
    const { port1, port2 } = new MessageChannel()
    this.#port = port1
    port1.addEventListener('message', ({ data }) => void this.dispatchEvent(new MessageEvent('message', { data })))
    port1.start()
    expose({ canPrepare: async () => true, receiveCanvas: async () => undefined, ...CALLS[name] }, port2)
    if (mode === 'crashes') queueMicrotask(() => this.crash())
  }

  postMessage(message: unknown, transferred: Transferable[] = []): void {
    this.#port.postMessage(message, transferred)
  }

  crash(): void {
    this.dispatchEvent(Object.assign(new Event('error'), { message: 'out of memory' }))
  }

  terminate(): void {
    this.isEnded = true
    this.#port.close()
  }
}

const CALLS = {
  image: { measure: () => answer(ok('worker')) },
  sketch: { draw: () => answer(ok('drawn')), strip: () => answer(ok('strip')) },
  media: { inspect: () => answer(ok('worker')) },
  zip: { pack: () => answer({ status: 'empty' }) },
}

async function answer(value: unknown): Promise<unknown> {
  receivedCalls += 1
  return mode === 'normal' ? value : new Promise(() => undefined)
}

const neverAborted = new AbortController().signal
const order: SketchOrder = { key: 'order', pictures: [], plan: {} as SketchOrder['plan'] }
const CANCELLED_FAILURE = failureOf('cancelled')

function failureOf(code: string): unknown {
  return { ok: false, error: expect.objectContaining({ code, retry: 'now' }) }
}

type Call = (signal: AbortSignal) => Promise<unknown>

interface Row {
  readonly client: string
  readonly open: () => Promise<Call>
  readonly success: unknown
  readonly afterCrash: unknown
  readonly afterNoStart: unknown
  /** The result after an abort; absent for a client whose calls cannot be aborted. */
  readonly afterAbort?: unknown
  /** Whether an abort cancels only the call and leaves the worker running. */
  readonly survivesAbort?: true
}

async function openImage(): Promise<Call> {
  const { imageClient } = await import('#src/pictures/image-client.ts')
  return (signal) => imageClient.measure(signal, new Blob())
}

async function openMedia(): Promise<Call> {
  const { mediaClient } = await import('#src/editing/media-client.ts')
  return (signal) => mediaClient.inspect(signal, new Blob())
}

/** Opens the sketch client. It has no abort signal, so an abort in this test draws a newer sketch, which cancels the earlier one. */
async function openSketch(): Promise<Call> {
  const { sketchClient } = await import('#src/motion/sketch-client.ts')
  const draw = async () => (await sketchClient.draw('a', order, 'play')).status
  return (signal) => {
    signal.addEventListener('abort', () => void draw())
    return draw()
  }
}

const ROWS: readonly Row[] = [
  {
    client: 'the image client at its first call',
    open: openImage,
    success: ok('worker'),
    afterCrash: failureOf('worker_failed'),
    afterNoStart: ok('page'),
    afterAbort: CANCELLED_FAILURE,
  },
  {
    client: 'the image client after a success',
    async open() {
      const call = await openImage()
      await call(neverAborted)
      return call
    },
    success: ok('worker'),
    afterCrash: failureOf('worker_failed'),
    afterNoStart: failureOf('worker_failed'),
    afterAbort: CANCELLED_FAILURE,
  },
  {
    client: 'the sketch client',
    open: openSketch,
    success: 'drawn',
    afterCrash: 'lost',
    afterNoStart: 'lost',
    afterAbort: 'lost',
    survivesAbort: true,
  },
  {
    client: 'a film strip',
    async open() {
      const { sketchClient } = await import('#src/motion/sketch-client.ts')
      return () => sketchClient.drawStrip(order)
    },
    success: 'strip',
    afterCrash: null,
    afterNoStart: null,
  },
  {
    client: 'the media client',
    open: openMedia,
    success: ok('worker'),
    afterCrash: failureOf('media_failed'),
    afterNoStart: failureOf('media_failed'),
    afterAbort: CANCELLED_FAILURE,
  },
  {
    client: 'the zip client',
    async open() {
      const { zipVideos } = await import('#src/creations/actions/zip-download.ts')
      return (signal) => zipVideos({ entries: [], note: { name: 'note.txt', heading: '' } }, { signal, onProgress: () => undefined })
    },
    success: { status: 'empty' },
    afterCrash: { status: 'failed' },
    afterNoStart: { status: 'failed' },
    afterAbort: { status: 'cancelled' },
  },
]

beforeEach(() => {
  vi.resetModules()
  workers = []
  receivedCalls = 0
  mode = 'normal'
  vi.stubGlobal('Worker', FakeWorker)
  vi.stubGlobal('navigator', { userAgent: '' })
  vi.stubGlobal(
    'HTMLCanvasElement',
    class HTMLCanvasElement {
      transferControlToOffscreen(): void {}
    },
  )
  vi.stubGlobal('document', { createElement: () => ({ transferControlToOffscreen: () => new ArrayBuffer(1) }) })
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
})
afterEach(() => {
  for (const worker of workers) worker.terminate()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** Makes a call that its worker has received and does not answer. */
async function startHangingCall(call: Call, signal: AbortSignal): Promise<{ readonly result: Promise<unknown> }> {
  const callsBefore = receivedCalls
  mode = 'silent'
  const result = call(signal)
  await vi.waitFor(() => expect(receivedCalls).toBe(callsBefore + 1))
  return { result }
}

async function expectSuccessInFreshWorker(call: Call, { success }: Row): Promise<void> {
  const workersBefore = workers.length
  mode = 'normal'
  expect(await call(neverAborted)).toEqual(success)
  expect(workers).toHaveLength(workersBefore + 1)
  expect(workers.slice(0, workersBefore).filter(({ isEnded }) => !isEnded)).toEqual([])
}

describe.each(ROWS)('$client returns a failure value, and its next call succeeds', (row) => {
  test('after a killed worker', async () => {
    const call = await row.open()
    const { result } = await startHangingCall(call, neverAborted)
    workers.at(-1)?.crash()
    expect(await result).toEqual(row.afterCrash)
    await expectSuccessInFreshWorker(call, row)
  })

  test('after a missing worker', async () => {
    const call = await row.open()
    for (const worker of workers) worker.crash()
    vi.stubGlobal('Worker', undefined)
    expect(await call(neverAborted)).toEqual(row.afterNoStart)
    vi.stubGlobal('Worker', FakeWorker)
    await expectSuccessInFreshWorker(call, row)
  })

  test.each(['throws', 'crashes'] as const)('after a worker that %s at its start', async (failureMode) => {
    const call = await row.open()
    for (const worker of workers) worker.crash()
    mode = failureMode
    expect(await call(neverAborted)).toEqual(row.afterNoStart)
    await expectSuccessInFreshWorker(call, row)
  })

  if (row.afterAbort === undefined) return
  test('after an abort', async () => {
    const call = await row.open()
    const abortController = new AbortController()
    const { result } = await startHangingCall(call, abortController.signal)
    abortController.abort()
    expect(await result).toEqual(row.afterAbort)
    if (row.survivesAbort !== true) return expectSuccessInFreshWorker(call, row)
    mode = 'normal'
    expect(await call(neverAborted)).toEqual(row.success)
    expect(workers.map(({ isEnded }) => isEnded)).toEqual([false])
  })
})
