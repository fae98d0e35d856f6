import type { ImageProblem } from '#shared/contract/image-contract.ts'
import type { SketchCalls, SketchMode, SketchOrder, SketchStart } from '#shared/contract/sketch-contract.ts'
import { type Kernel, createKernel } from '#motion/kernel/create-kernel.ts'
import type { Picture, Size } from '#motion/pixels.ts'
import { type Result, ok } from '#shared/result.ts'
import type { Clock } from '#shared/clock.ts'
import * as rules from '#shared/domain/sketch-rules.ts'
import { createRenderer, sketchSourceSize } from '#motion/create-renderer.ts'
import type { CanvasBackend, Surface } from './canvas-backend.ts'
import { createStripCalls, createSketchSources } from './sketch-sources.ts'

interface OpenSketch {
  readonly canvasName: string
  readonly orderKey: string
  readonly playing: Playing
  showStill(): void
}

/** Draws one sketch at a time on transferred canvases. A newer request also replaces a request whose pictures are still being decoded. */
export function createSketchCalls<S extends Surface>(backend: CanvasBackend<S>, clock: SketchClock): SketchCalls {
  const canvases = new Map<string, OffscreenCanvas>()
  /** Firefox returns the context of a transferred canvas only once. */
  const contexts = new WeakMap<OffscreenCanvas, OffscreenCanvasRenderingContext2D>()
  const sourceOf = createSketchSources(backend)
  const strips = createStripCalls(sourceOf, () => new Promise((resolve) => void clock.setTimer(resolve, 0)))
  let kernel: Promise<Kernel> | undefined
  let sketch: OpenSketch | null = null
  let lastTurn = 0

  async function open(canvasName: string, order: SketchOrder, isCurrent: () => boolean): Promise<Result<SketchStart, ImageProblem>> {
    const { plan } = order
    const frame = rules.sketchFrame({ width: plan.aspect, height: 1 })
    const sources: Picture[] = []
    for (const picture of order.pictures) {
      const source = await sourceOf(picture, sketchSourceSize(plan, frame), plan.window)
      if (!isCurrent()) return ok('passed_over')
      if (!source.ok) return source
      sources.push(source.value)
    }
    kernel ??= createKernel()
    const ready = await kernel
    const canvas = canvases.get(canvasName)
    if (!isCurrent() || canvas === undefined) return ok('passed_over')
    const drawing = contexts.get(canvas) ?? contextOf(canvas)
    contexts.set(canvas, drawing)
    const drawAt = (size: Size) => {
      const renderer = createRenderer(ready, plan, sources, size)
      return brush(drawing, size, (index) => renderer.rgba(index))
    }
    let drawFrame = drawAt(frame)
    let isSmall = false
    const shrink = () => {
      if (isSmall) return false
      isSmall = true
      drawFrame = drawAt(rules.sketchFrame({ width: plan.aspect, height: 1 }, rules.SMALL_SKETCH_SIDE_PX))
      return true
    }
    sketch = {
      canvasName,
      orderKey: order.key,
      playing: playFrames(plan.frameCount, (index) => drawFrame(index), clock, shrink),
      showStill: () => drawFrame(rules.middleFrame(plan.frameCount)),
    }
    return ok('drawn')
  }

  return {
    async receiveCanvas(name, canvas) {
      canvases.set(name, canvas)
    },
    async draw(canvasName: string, order: SketchOrder, mode: SketchMode) {
      lastTurn += 1
      const turn = lastTurn
      if (sketch?.canvasName !== canvasName || sketch.orderKey !== order.key) {
        sketch?.playing.rest()
        sketch = null
        const opened = await open(canvasName, order, () => turn === lastTurn)
        if (!opened.ok || opened.value === 'passed_over') return opened
      }
      if (mode === 'play') sketch?.playing.resume()
      else {
        sketch?.playing.rest()
        sketch?.showStill()
      }
      return ok('drawn')
    },
    strip: (order) => strips.strip(order),
    async rest() {
      lastTurn += 1
      sketch?.playing.rest()
    },
    async dropCanvas(name) {
      canvases.delete(name)
      if (sketch?.canvasName !== name) return
      sketch.playing.rest()
      sketch = null
    },
  }
}

function contextOf(canvas: OffscreenCanvas): OffscreenCanvasRenderingContext2D {
  const drawing = canvas.getContext('2d', { alpha: false })
  if (drawing === null) throw new Error('no 2D context on a transferred canvas')
  return drawing
}

function brush(
  drawing: OffscreenCanvasRenderingContext2D,
  { width, height }: Size,
  pixelsOf: (index: number) => Uint8Array,
): (index: number) => void {
  drawing.canvas.width = width
  drawing.canvas.height = height
  return (index) => {
    const { buffer, byteOffset, length } = pixelsOf(index)
    drawing.putImageData(new ImageData(new Uint8ClampedArray(buffer as ArrayBuffer, byteOffset, length), width, height), 0, 0)
  }
}

export type SketchClock = Pick<Clock, 'nowMs' | 'setTimer'>

export interface Playing {
  /** Plays from the current frame, which is initially the first one. */
  resume(): void
  rest(): void
}

type Pace = 1 | 2 | 'still'

/**
 * Plays each frame when it is due. On a slow device, the frames are first made smaller until `shrink` returns false. Then every other
 * frame is skipped; on an even slower device, only the middle frame is shown.
 */
export function playFrames(
  frameCount: number,
  drawFrame: (index: number) => void,
  { nowMs, setTimer }: SketchClock,
  shrink: () => boolean,
): Playing {
  let playedMs = 0
  let resumedAtMs = 0
  let cancel: (() => void) | null = null
  let pace: Pace = 1
  let costMs = 0
  let measured = 0

  function tick(): void {
    if (pace === 'still') return drawFrame(rules.middleFrame(frameCount))
    const { frame } = rules.sketchMoment(elapsedMs(), frameCount, pace)
    const startedMs = nowMs()
    drawFrame(frame)
    const next = paceAfter(pace, nowMs() - startedMs)
    pace = next
    cancel = setTimer(tick, next === 'still' ? 0 : rules.sketchMoment(elapsedMs(), frameCount, next).nextInMs)
  }

  function paceAfter(now: Pace, durationMs: number): Pace {
    costMs += durationMs
    measured += 1
    if (measured < rules.PACE_FRAMES) return now
    const meanMs = costMs / measured
    costMs = 0
    measured = 0
    if (meanMs <= rules.HALF_RATE_ABOVE_MS || shrink()) return now
    return meanMs > rules.STILL_ABOVE_MS ? 'still' : 2
  }

  const elapsedMs = () => playedMs + nowMs() - resumedAtMs

  return {
    resume() {
      if (cancel !== null) return
      resumedAtMs = nowMs()
      tick()
    },
    rest() {
      if (cancel === null) return
      cancel()
      cancel = null
      playedMs = elapsedMs()
    },
  }
}
