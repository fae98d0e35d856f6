import { systemClock } from '#shared/clock.ts'
import { transfer } from 'comlink'
import type { SketchCalls, SketchMode, SketchOrder } from '#shared/contract/sketch-contract.ts'
import { SKETCH_FIRST_FRAME_MS, SKETCH_IDLE_MS, SKETCH_MAX_CRASHES } from '#shared/domain/sketch-rules.ts'
import { can } from '#shared/browser/capabilities.ts'
import { type WorkerClientDeps, type WorkerFailure, connectWorker, createWorkerClient } from '#src/browser/worker-client.ts'

interface SketchClientDeps<Canvas> extends WorkerClientDeps<SketchCalls, never> {
  /** Creates a canvas and its transferred control; null if the browser can't transfer a canvas. */
  readonly makeCanvas: () => { readonly canvas: Canvas; readonly control: OffscreenCanvas } | null
}

/**
 * drawn: the first frame is on the canvas; refused: this sketch can't be drawn; passed_over: a newer request or a pause has
 * replaced it; lost: the worker has crashed or was ended, and all canvases are gone, or a newer `draw` has aborted this one.
 */
export type SketchAnswer<Canvas> =
  | { readonly status: 'drawn'; readonly canvas: Canvas }
  | { readonly status: 'refused' | 'passed_over' | 'lost' }

const REFUSED = { status: 'refused' } as const

export interface SketchClient<Canvas> {
  draw(name: string, order: SketchOrder, mode: SketchMode): Promise<SketchAnswer<Canvas>>
  /** Draws a film strip of a plan; null if it can't be drawn. */
  drawStrip(order: SketchOrder): Promise<Blob | null>
  pause(): void
  dropCanvas(name: string): void
  /** Called if the worker crashes while no call is running. */
  onLost: () => void
}

/**
 * Owns the sketch worker. An idle worker is ended. A worker that crashes, or draws no first frame in time, is replaced a limited
 * number of times.
 */
export function createSketchClient<Canvas>({ makeCanvas, ...deps }: SketchClientDeps<Canvas>): SketchClient<Canvas> {
  const canvases = new Map<string, Canvas>()
  const worker = createWorkerClient(deps, onWorkerEnd)
  let crashCount = 0
  let latestDraw: AbortController | null = null
  let openStrips = 0
  let isResting = true

  function onWorkerEnd({ code }: WorkerFailure): void {
    canvases.clear()
    if (code === 'cancelled') return
    crashCount += 1
    if (latestDraw === null) client.onLost()
  }

  function ensureCanvas(name: string): Canvas | null {
    const knownCanvas = canvases.get(name)
    if (knownCanvas !== undefined) return knownCanvas
    const newCanvas = makeCanvas()
    if (newCanvas === null) return null
    worker.notify((api) => api.receiveCanvas(name, transfer(newCanvas.control, [newCanvas.control])))
    canvases.set(name, newCanvas.canvas)
    return newCanvas.canvas
  }

  async function drawOnCanvas(api: SketchCalls, ...drawArguments: Parameters<SketchCalls['draw']>): Promise<SketchAnswer<Canvas>> {
    const canvas = ensureCanvas(drawArguments[0])
    if (canvas === null) return REFUSED
    try {
      const answer = await api.draw(...drawArguments)
      if (!answer.ok) return REFUSED
      return answer.value === 'drawn' ? { status: 'drawn', canvas } : { status: 'passed_over' }
    } catch {
      return REFUSED
    }
  }

  const client: SketchClient<Canvas> = {
    async draw(name, order, mode) {
      isResting = false
      if (crashCount >= SKETCH_MAX_CRASHES) return REFUSED
      const formerDraw = latestDraw
      const newDraw = new AbortController()
      latestDraw = newDraw
      const drawCall = worker.call((api) => drawOnCanvas(api, name, order, mode), {
        signal: newDraw.signal,
        timeoutMs: SKETCH_FIRST_FRAME_MS,
      })
      formerDraw?.abort()
      const answer = await drawCall
      if (latestDraw === newDraw) latestDraw = null
      return answer.ok ? answer.value : { status: 'lost' }
    },
    async drawStrip(order) {
      if (crashCount >= SKETCH_MAX_CRASHES) return null
      openStrips += 1
      const strip = await worker.call((api) => api.strip(order).catch(() => null), {})
      openStrips -= 1
      if (openStrips === 0 && isResting) worker.endWhenIdle(SKETCH_IDLE_MS)
      return strip.ok && strip.value?.ok === true ? strip.value.value : null
    },
    pause() {
      isResting = true
      worker.notify((api) => api.rest())
      worker.endWhenIdle(SKETCH_IDLE_MS)
    },
    dropCanvas(name) {
      if (canvases.delete(name)) worker.notify((api) => api.dropCanvas(name))
    },
    onLost: () => undefined,
  }
  return client
}

/** The sketch worker of this page: a second instance of the image worker, so that preparing a picture never waits for a sketch. */
export const sketchClient = createSketchClient<HTMLCanvasElement>({
  spawn: (events) =>
    connectWorker(new Worker(new URL('../../workers/image/image-worker.ts', import.meta.url), { type: 'module', name: 'sketch' }), events),
  makeCanvas,
  setTimer: systemClock.setTimer,
})

function makeCanvas() {
  if (!can('worker') || !can('handOverCanvas')) return null
  const canvas = document.createElement('canvas')
  return { canvas, control: canvas.transferControlToOffscreen() }
}
