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
 * replaced it; lost: the worker crashed, and all canvases are gone.
 */
export type SketchAnswer<Canvas> =
  | { readonly status: 'drawn'; readonly canvas: Canvas }
  | { readonly status: 'refused' | 'passed_over' | 'lost' }

const REFUSED = { status: 'refused' } as const

export interface SketchClient<Canvas> {
  draw(name: string, order: SketchOrder, mode: SketchMode): Promise<SketchAnswer<Canvas>>
  /** Draws a film strip of a plan; null if it can't be drawn. */
  strip(order: SketchOrder): Promise<Blob | null>
  rest(): void
  drop(name: string): void
  /** Called if the worker crashes while no call is running. */
  onLost: () => void
}

/**
 * Owns the sketch worker. An idle worker is ended. A worker that crashes, or draws no first frame in time, is replaced a limited
 * number of times.
 */
export function createSketchClient<Canvas>({ makeCanvas, ...deps }: SketchClientDeps<Canvas>): SketchClient<Canvas> {
  const canvases = new Map<string, Canvas>()
  const worker = createWorkerClient(deps, onEnd)
  let crashes = 0
  let latestDraw: AbortController | null = null
  let strips = 0
  let isResting = true

  function onEnd({ code }: WorkerFailure): void {
    canvases.clear()
    if (code === 'cancelled') return
    crashes += 1
    if (latestDraw === null) client.onLost()
  }

  function canvasOf(name: string): Canvas | null {
    const known = canvases.get(name)
    if (known !== undefined) return known
    const made = makeCanvas()
    if (made === null) return null
    worker.notify((api) => api.receiveCanvas(name, transfer(made.control, [made.control])))
    canvases.set(name, made.canvas)
    return made.canvas
  }

  async function drawOn(api: SketchCalls, ...draw: Parameters<SketchCalls['draw']>): Promise<SketchAnswer<Canvas>> {
    const canvas = canvasOf(draw[0])
    if (canvas === null) return REFUSED
    try {
      const answer = await api.draw(...draw)
      if (!answer.ok) return REFUSED
      return answer.value === 'drawn' ? { status: 'drawn', canvas } : { status: 'passed_over' }
    } catch {
      return REFUSED
    }
  }

  const client: SketchClient<Canvas> = {
    async draw(name, order, mode) {
      isResting = false
      if (crashes >= SKETCH_MAX_CRASHES) return REFUSED
      const before = latestDraw
      const mine = new AbortController()
      latestDraw = mine
      const drawing = worker.call((api) => drawOn(api, name, order, mode), { signal: mine.signal, timeoutMs: SKETCH_FIRST_FRAME_MS })
      before?.abort()
      const answer = await drawing
      if (latestDraw === mine) latestDraw = null
      return answer.ok ? answer.value : { status: 'lost' }
    },
    async strip(order) {
      if (crashes >= SKETCH_MAX_CRASHES) return null
      strips += 1
      const strip = await worker.call((api) => api.strip(order).catch(() => null), {})
      strips -= 1
      if (strips === 0 && isResting) worker.endWhenIdle(SKETCH_IDLE_MS)
      return strip.ok && strip.value?.ok === true ? strip.value.value : null
    },
    rest() {
      isResting = true
      worker.notify((api) => api.rest())
      worker.endWhenIdle(SKETCH_IDLE_MS)
    },
    drop(name) {
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
