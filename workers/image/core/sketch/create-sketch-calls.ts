import type { ImageProblem } from '#shared/contract/image-contract.ts'
import type { SketchCalls, SketchMode, SketchOrder, SketchStart } from '#shared/contract/sketch-contract.ts'
import type { Kernel } from '#shared/motion/kernel/create-kernel.ts'
import type { Picture, Size } from '#shared/motion/picture.ts'
import type { Result } from '#shared/result.ts'
import type { Easel, Sheet } from '#workers/image/core/easel.ts'
import type { Playing, SketchClock } from './play-frames.ts'
import { middleFrame, sketchFrame } from '#shared/domain/sketch-rules.ts'
import { createRenderer } from '#shared/motion/create-renderer.ts'
import { createKernel } from '#shared/motion/kernel/create-kernel.ts'
import { sourceSize } from '#shared/motion/source-size.ts'
import { ok } from '#shared/result.ts'
import { playFrames } from './play-frames.ts'
import { createSketchSources } from './sketch-sources.ts'

interface OpenSketch {
  readonly canvasName: string
  readonly orderKey: string
  readonly playing: Playing
  showStill(): void
}

/** Draws one sketch at a time on the canvases it was given. The newest order wins, also over one whose picture is still being decoded. */
export function createSketchCalls<S extends Sheet>(easel: Easel<S>, clock: SketchClock): SketchCalls {
  const canvases = new Map<string, OffscreenCanvas>()
  /** Firefox gives the context of a canvas that was handed over only once. */
  const contexts = new WeakMap<OffscreenCanvas, OffscreenCanvasRenderingContext2D>()
  const sourceOf = createSketchSources(easel)
  let kernel: Promise<Kernel> | undefined
  let sketch: OpenSketch | null = null
  let lastTurn = 0

  async function open(canvasName: string, order: SketchOrder, isCurrent: () => boolean): Promise<Result<SketchStart, ImageProblem>> {
    const { plan } = order
    const frame = sketchFrame({ width: plan.aspect, height: 1 })
    const sources: Picture[] = []
    for (const picture of order.pictures) {
      const source = await sourceOf(picture, sourceSize(plan, frame))
      if (!isCurrent()) return ok('passed_over')
      if (!source.ok) return source
      sources.push(source.value)
    }
    kernel ??= createKernel()
    const ready = await kernel
    const canvas = canvases.get(canvasName)
    if (!isCurrent() || canvas === undefined) return ok('passed_over')
    const renderer = createRenderer(ready, plan, sources, frame)
    const drawing = contexts.get(canvas) ?? contextOf(canvas)
    contexts.set(canvas, drawing)
    const drawFrame = brush(drawing, frame, (index) => renderer.rgba(index))
    sketch = {
      canvasName,
      orderKey: order.key,
      playing: playFrames(plan.frameCount, drawFrame, clock),
      showStill: () => drawFrame(middleFrame(plan.frameCount)),
    }
    return ok('drawn')
  }

  return {
    async takeCanvas(name, canvas) {
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
  if (drawing === null) throw new Error('no context on a canvas that was handed over')
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
