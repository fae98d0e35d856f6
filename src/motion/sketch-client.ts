import { transfer, wrap } from 'comlink'
import type { SketchCalls, SketchMode, SketchOrder } from '#shared/contract/sketch-contract.ts'
import { SKETCH_FIRST_FRAME_MS, SKETCH_IDLE_MS, SKETCH_MAX_CRASHES } from '#shared/domain/sketch-rules.ts'
import { can } from '#shared/browser/capabilities.ts'

interface SketchWorker {
  readonly api: SketchCalls
  terminate(): void
}

interface SketchClientDeps<Canvas> {
  readonly spawn: (onFailure: () => void) => SketchWorker
  /** A canvas and its transferred control; null if the browser can't transfer one. */
  readonly makeCanvas: () => { readonly canvas: Canvas; readonly control: OffscreenCanvas } | null
  /** Schedules a callback; returns a function that cancels it. */
  readonly setTimer: (run: () => void, delayMs: number) => () => void
}

/**
 * drawn: the first frame is on that canvas; refused: this sketch can't be drawn; passed_over: superseded by another request or a pause;
 * lost: the worker crashed, with all canvases.
 */
export type SketchAnswer<Canvas> =
  | { readonly status: 'drawn'; readonly canvas: Canvas }
  | { readonly status: 'refused' | 'passed_over' | 'lost' }

export interface SketchClient<Canvas> {
  draw(name: string, order: SketchOrder, mode: SketchMode): Promise<SketchAnswer<Canvas>>
  /** A film strip of a plan; null if it can't be drawn. */
  strip(order: SketchOrder): Promise<Blob | null>
  rest(): void
  drop(name: string): void
  /** Called if a worker crashes while no call is waiting. */
  onLost: () => void
}

/**
 * Owns the sketch worker, a second instance of the image worker. An idle worker ends. A worker that crashes or draws no first frame in time
 * is replaced, a limited number of times.
 */
export function createSketchClient<Canvas>({ spawn, makeCanvas, setTimer }: SketchClientDeps<Canvas>): SketchClient<Canvas> {
  const canvases = new Map<string, Canvas>()
  let worker: SketchWorker | null = null
  let crashes = 0
  let failDraw: (() => void) | null = null
  const failStrips = new Set<() => void>()
  let cancelIdle: () => void = () => undefined
  let isResting = true

  function endWhenIdle(): void {
    cancelIdle()
    cancelIdle = setTimer(() => {
      failDraw?.()
      end()
    }, SKETCH_IDLE_MS)
  }

  function start(): SketchWorker {
    const started = spawn(() => {
      if (worker === started) lose()
    })
    return started
  }

  function end(): void {
    worker?.terminate()
    worker = null
    canvases.clear()
    for (const fail of failStrips) fail()
  }

  function lose(): void {
    crashes += 1
    end()
    if (failDraw === null) client.onLost()
    else failDraw()
  }

  function canvasOf(name: string, { api }: SketchWorker): Canvas | null {
    const known = canvases.get(name)
    if (known !== undefined) return known
    const made = makeCanvas()
    if (made === null) return null
    void api.takeCanvas(name, made.control).catch(() => undefined)
    canvases.set(name, made.canvas)
    return made.canvas
  }

  function drawOn(canvas: Canvas, { api }: SketchWorker, draw: Parameters<SketchCalls['draw']>): Promise<SketchAnswer<Canvas>> {
    return new Promise((resolve) => {
      const settle = (answer: SketchAnswer<Canvas>) => {
        stopTimer()
        if (failDraw === onLost) failDraw = null
        resolve(answer)
      }
      const onLost = () => settle({ status: 'lost' })
      failDraw?.()
      failDraw = onLost
      const stopTimer = setTimer(lose, SKETCH_FIRST_FRAME_MS)
      api
        .draw(...draw)
        .then((answer): SketchAnswer<Canvas> => {
          if (!answer.ok) return { status: 'refused' }
          return answer.value === 'drawn' ? { status: 'drawn', canvas } : { status: 'passed_over' }
        })
        .then(settle, () => settle({ status: 'refused' }))
    })
  }

  const client: SketchClient<Canvas> = {
    async draw(name, order, mode) {
      isResting = false
      cancelIdle()
      if (crashes >= SKETCH_MAX_CRASHES) return { status: 'refused' }
      worker ??= start()
      const canvas = canvasOf(name, worker)
      return canvas === null ? { status: 'refused' } : drawOn(canvas, worker, [name, order, mode])
    },
    async strip(order) {
      if (crashes >= SKETCH_MAX_CRASHES) return null
      cancelIdle()
      worker ??= start()
      const { api } = worker
      const strip = await new Promise<Blob | null>((resolve) => {
        const fail = () => resolve(null)
        failStrips.add(fail)
        const settle = (blob: Blob | null) => {
          failStrips.delete(fail)
          resolve(blob)
        }
        api.strip(order).then(
          (answer) => settle(answer.ok ? answer.value : null),
          () => settle(null),
        )
      })
      if (failStrips.size === 0 && failDraw === null && isResting) endWhenIdle()
      return strip
    },
    rest() {
      isResting = true
      cancelIdle()
      if (worker === null) return
      void worker.api.rest().catch(() => undefined)
      endWhenIdle()
    },
    drop(name) {
      if (canvases.delete(name)) void worker?.api.dropCanvas(name).catch(() => undefined)
    },
    onLost: () => undefined,
  }
  return client
}

export const sketchClient = createSketchClient<HTMLCanvasElement>({
  spawn,
  makeCanvas,
  setTimer(run, delayMs) {
    const timer = setTimeout(run, delayMs)
    return () => clearTimeout(timer)
  },
})

/** A second instance, so that preparing a picture never waits for a sketch. */
function spawn(onFailure: () => void): SketchWorker {
  const worker = new Worker(new URL('../../workers/image/image-worker.ts', import.meta.url), { type: 'module', name: 'sketch' })
  worker.addEventListener('error', onFailure)
  worker.addEventListener('messageerror', onFailure)
  const api = wrap<SketchCalls>(worker)
  return {
    api: {
      takeCanvas: (name, canvas) => api.takeCanvas(name, transfer(canvas, [canvas])),
      draw: (name, order, mode) => api.draw(name, order, mode),
      strip: (order) => api.strip(order),
      rest: () => api.rest(),
      dropCanvas: (name) => api.dropCanvas(name),
    },
    terminate: () => worker.terminate(),
  }
}

function makeCanvas() {
  if (!can('worker') || !can('handOverCanvas')) return null
  const canvas = document.createElement('canvas')
  return { canvas, control: canvas.transferControlToOffscreen() }
}
