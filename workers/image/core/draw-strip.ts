import type { ImageProblem } from '#shared/contract/image-contract.ts'
import type { SketchOrder } from '#shared/contract/sketch-contract.ts'
import { STRIP_FRAMES, STRIP_SIZE } from '#shared/domain/sketch-rules.ts'
import { createRenderer, sketchSourceSize } from '#shared/motion/create-renderer.ts'
import { createKernel } from '#shared/motion/kernel/create-kernel.ts'
import type { Picture, Size } from '#shared/motion/picture.ts'
import { type Result, ok } from '#shared/result.ts'
import type { createSketchSources } from './sketch-sources.ts'

const STRIP_QUALITY = 0.8

/** Draws frames of a plan side by side, apart from the running sketch, which keeps its own kernel. */
export function createStripCalls(sourceOf: ReturnType<typeof createSketchSources>, pause: () => Promise<void>) {
  const kernel = createKernel()
  let turn: Promise<unknown> = Promise.resolve()

  async function draw({ plan, pictures }: SketchOrder): Promise<Result<Blob, ImageProblem>> {
    const frame = filled(plan.aspect)
    const sources: Picture[] = []
    for (const picture of pictures) {
      const source = await sourceOf(picture, sketchSourceSize(plan, frame), plan.window)
      if (!source.ok) return source
      sources.push(source.value)
    }
    const renderer = createRenderer(await kernel, plan, sources, frame)
    const canvas = new OffscreenCanvas(STRIP_SIZE.width * STRIP_FRAMES, STRIP_SIZE.height)
    const drawing = canvas.getContext('2d', { alpha: false })
    if (drawing === null) throw new Error('no context on a canvas of the worker')
    const [left, top] = [(frame.width - STRIP_SIZE.width) / 2, (frame.height - STRIP_SIZE.height) / 2]
    for (let at = 0; at < STRIP_FRAMES; at++) {
      const { buffer, byteOffset, length } = renderer.rgba(Math.round((at / (STRIP_FRAMES - 1)) * (plan.frameCount - 1)))
      const pixels = new ImageData(
        new Uint8ClampedArray(buffer.slice(byteOffset, byteOffset + length) as ArrayBuffer),
        frame.width,
        frame.height,
      )
      drawing.putImageData(pixels, at * STRIP_SIZE.width - left, -top, left, top, STRIP_SIZE.width, STRIP_SIZE.height)
    }
    return ok(await canvas.convertToBlob({ type: 'image/jpeg', quality: STRIP_QUALITY }))
  }

  return {
    /** One at a time, so that frames of the running sketch come between. */
    strip(order: SketchOrder): Promise<Result<Blob, ImageProblem>> {
      const mine = turn.then(pause).then(() => draw(order))
      turn = mine.catch(() => undefined)
      return mine
    },
  }
}

/** The least frame of a ratio, with even sides, that fills a strip's frame. */
function filled(aspect: number): Size {
  const { width, height } = STRIP_SIZE
  const even = (side: number) => 2 * Math.ceil(side / 2)
  return aspect > width / height ? { width: even(height * aspect), height } : { width, height: even(width / aspect) }
}
