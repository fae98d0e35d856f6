import { createBetweenScene } from '#motion/between/between-scene.ts'
import { createCameraScene } from '#motion/camera/camera-scene.ts'
import type { Kernel } from '#motion/kernel/create-kernel.ts'
import { createFrameStyle } from '#motion/style/create-frame-style.ts'
import type { MotionPlan, CameraScene } from './motion-plan.ts'
import type { Size, SourcePicture, Scene } from './pixels.ts'

/** Renders a plan. The returned views are overwritten by the next frame. */
export interface Renderer {
  rgba(index: number): Uint8Array
  /** Frame `index` as planar I420, Rec. 709 limited range. */
  i420(index: number): Uint8Array
}

/** The smallest side of a source in px. Below it, `EDGE_MARGIN` of distortions/distort-points.ts is less than half a pixel. */
const MIN_SOURCE_SIDE = 256

/**
 * A renderer for a plan and its pictures. It uses the whole kernel until the next renderer is created. Each source is a picture scaled to
 * `sourceSize`, and the frame's sides are even. The same RGBA, plan and size return the same bytes in every JavaScript engine.
 */
export function createRenderer(kernel: Kernel, plan: MotionPlan, sources: readonly SourcePicture[], frame: Size): Renderer {
  if (sources.some(({ width, height }) => Math.min(width, height) < MIN_SOURCE_SIDE)) {
    throw new RangeError(`source under ${MIN_SOURCE_SIDE} px`)
  }
  if (frame.width % 2 !== 0 || frame.height % 2 !== 0) throw new RangeError('odd frame size')
  const pixelCount = frame.width * frame.height
  kernel.clear()
  const rgbaOffset = kernel.allocate(pixelCount * 4)
  const i420Offset = kernel.allocate((pixelCount * 3) / 2)
  const scene = createScene(kernel, plan, sources, frame, rgbaOffset)
  const style = createFrameStyle(kernel, plan, frame, rgbaOffset, scene)

  function draw(index: number): void {
    scene.draw(plan.frameCount > 1 ? index / (plan.frameCount - 1) : 0)
    style?.apply(index)
  }

  return {
    rgba(index) {
      draw(index)
      return kernel.bytes(rgbaOffset, pixelCount * 4)
    },
    i420(index) {
      draw(index)
      kernel.toI420(rgbaOffset, i420Offset, frame.width, frame.height)
      return kernel.bytes(i420Offset, (pixelCount * 3) / 2)
    },
  }
}

function createScene(
  kernel: Kernel,
  plan: MotionPlan,
  [firstPicture, secondPicture]: readonly SourcePicture[],
  frame: Size,
  outputOffset: number,
): Scene {
  if (!firstPicture) throw new RangeError('a plan without a picture')
  if (plan.scene.kind === 'camera') return createCameraScene(kernel, plan.scene, plan, firstPicture, frame, outputOffset)
  if (!secondPicture) throw new RangeError('one picture alone has no way to another')
  return createBetweenScene(kernel, plan.scene, plan.seed, [firstPicture, secondPicture], frame, outputOffset, plan.window)
}

/** Source pixels per frame pixel in the widest shot: enough for sharp close shots, and few enough to avoid aliasing in wide ones. */
const OVERSAMPLING = 1.2
/**
 * The largest size of a source relative to the frame, for shots that show a small part of the picture. It limits memory, and rows stay far
 * shorter than the limit of `Kernel.warp`.
 */
const MAX_OVERSAMPLING = 2.5

/** The size of sources relative to the frame, between two pictures. The first and last frame then equal the pictures pixel by pixel. */
const EXACT_SCALE = 1

/** The size in px to which the picture is scaled (and stretched to the frame's ratio) before it is rendered. */
export function sourceSize(plan: MotionPlan, frame: Size): Size {
  const minScale = MIN_SOURCE_SIDE / Math.min(frame.width, frame.height)
  const scale = Math.max(
    plan.scene.kind === 'camera' ? Math.min(MAX_OVERSAMPLING, OVERSAMPLING / largestVisiblePart(plan.scene)) : EXACT_SCALE,
    minScale,
  )
  return { width: Math.ceil(frame.width * scale), height: Math.ceil(frame.height * scale) }
}

/** A sketch's source pixels per frame pixel. They are the same for every camera move, so that another move can reuse source and depth. */
const SKETCH_OVERSAMPLING = 1.6

/** The size in px to which the picture is scaled for a sketch. */
export function sketchSourceSize(plan: MotionPlan, frame: Size): Size {
  if (plan.scene.kind === 'between') return sourceSize(plan, frame)
  const scale = Math.max(SKETCH_OVERSAMPLING, MIN_SOURCE_SIDE / Math.min(frame.width, frame.height))
  return { width: Math.ceil(frame.width * scale), height: Math.ceil(frame.height * scale) }
}

/** The largest share of the picture that is ever visible. */
function largestVisiblePart({ from, to }: CameraScene): number {
  return Math.max(from.view * (1 - from.push), to.view * (1 - to.push))
}
