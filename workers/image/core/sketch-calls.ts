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
  readonly playback: Playback
  showStill(): void
}

/** Draws one sketch at a time on transferred canvases. A newer request also replaces a request whose pictures are still being decoded. */
export function createSketchCalls<S extends Surface>(backend: CanvasBackend<S>, clock: SketchClock): SketchCalls {
  const canvases = new Map<string, OffscreenCanvas>()
  /** Firefox returns the context of a transferred canvas only once. */
  const contexts = new WeakMap<OffscreenCanvas, OffscreenCanvasRenderingContext2D>()
  const sourceOf = createSketchSources(backend)
  const stripCalls = createStripCalls(sourceOf, () => new Promise((resolve) => void clock.setTimer(resolve, 0)))
  let kernel: Promise<Kernel> | undefined
  let sketch: OpenSketch | null = null
  let latestCall = 0

  async function openSketch(canvasName: string, order: SketchOrder, isCurrent: () => boolean): Promise<Result<SketchStart, ImageProblem>> {
    const { plan } = order
    const frameSize = rules.sketchFrame({ width: plan.aspect, height: 1 })
    const sources: Picture[] = []
    for (const picture of order.pictures) {
      const source = await sourceOf(picture, sketchSourceSize(plan, frameSize), plan.window)
      if (!isCurrent()) return ok('passed_over')
      if (!source.ok) return source
      sources.push(source.value)
    }
    kernel ??= createKernel()
    const loadedKernel = await kernel
    const canvas = canvases.get(canvasName)
    if (!isCurrent() || canvas === undefined) return ok('passed_over')
    const drawing = contexts.get(canvas) ?? contextOf(canvas)
    contexts.set(canvas, drawing)
    const frameDrawerAt = (size: Size) => {
      const renderer = createRenderer(loadedKernel, plan, sources, size)
      return createFrameDrawer(drawing, size, (index) => renderer.rgba(index))
    }
    let drawFrame = frameDrawerAt(frameSize)
    let isSmall = false
    const shrink = () => {
      if (isSmall) return false
      isSmall = true
      drawFrame = frameDrawerAt(rules.sketchFrame({ width: plan.aspect, height: 1 }, rules.SMALL_SKETCH_SIDE_PX))
      return true
    }
    sketch = {
      canvasName,
      orderKey: order.key,
      playback: playFrames(plan.frameCount, (index) => drawFrame(index), clock, shrink),
      showStill: () => drawFrame(rules.middleFrame(plan.frameCount)),
    }
    return ok('drawn')
  }

  return {
    async receiveCanvas(name, canvas) {
      canvases.set(name, canvas)
    },
    async draw(canvasName: string, order: SketchOrder, mode: SketchMode) {
      latestCall += 1
      const call = latestCall
      if (sketch?.canvasName !== canvasName || sketch.orderKey !== order.key) {
        sketch?.playback.pause()
        sketch = null
        const opened = await openSketch(canvasName, order, () => call === latestCall)
        if (!opened.ok || opened.value === 'passed_over') return opened
      }
      if (mode === 'play') sketch?.playback.resume()
      else {
        sketch?.playback.pause()
        sketch?.showStill()
      }
      return ok('drawn')
    },
    strip: (order) => stripCalls.strip(order),
    async rest() {
      latestCall += 1
      sketch?.playback.pause()
    },
    async dropCanvas(name) {
      canvases.delete(name)
      if (sketch?.canvasName !== name) return
      sketch.playback.pause()
      sketch = null
    },
  }
}

function contextOf(canvas: OffscreenCanvas): OffscreenCanvasRenderingContext2D {
  const drawing = canvas.getContext('2d', { alpha: false })
  if (drawing === null) throw new Error('no 2D context on a transferred canvas')
  return drawing
}

function createFrameDrawer(
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

export interface Playback {
  /** Plays from the current frame, which is initially the first one. */
  resume(): void
  pause(): void
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
): Playback {
  let playedMs = 0
  let resumedAtMs = 0
  let cancelTimer: (() => void) | null = null
  let pace: Pace = 1
  let measuredMs = 0
  let measuredFrames = 0

  function tick(): void {
    if (pace === 'still') return drawFrame(rules.middleFrame(frameCount))
    const { frame } = rules.sketchMoment(elapsedMs(), frameCount, pace)
    const startedMs = nowMs()
    drawFrame(frame)
    const nextPace = paceAfter(pace, nowMs() - startedMs)
    pace = nextPace
    cancelTimer = setTimer(tick, nextPace === 'still' ? 0 : rules.sketchMoment(elapsedMs(), frameCount, nextPace).nextInMs)
  }

  function paceAfter(currentPace: Pace, durationMs: number): Pace {
    measuredMs += durationMs
    measuredFrames += 1
    if (measuredFrames < rules.PACE_FRAMES) return currentPace
    const meanMs = measuredMs / measuredFrames
    measuredMs = 0
    measuredFrames = 0
    if (meanMs <= rules.HALF_RATE_ABOVE_MS || shrink()) return currentPace
    return meanMs > rules.STILL_ABOVE_MS ? 'still' : 2
  }

  const elapsedMs = () => playedMs + nowMs() - resumedAtMs

  return {
    resume() {
      if (cancelTimer !== null) return
      resumedAtMs = nowMs()
      tick()
    },
    pause() {
      if (cancelTimer === null) return
      cancelTimer()
      cancelTimer = null
      playedMs = elapsedMs()
    },
  }
}
