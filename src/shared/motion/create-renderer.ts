import { createBetweenScene } from '#shared/motion/between/between-scene.ts'
import { createCameraScene } from '#shared/motion/camera/camera-scene.ts'
import type { Kernel } from '#shared/motion/kernel/create-kernel.ts'
import { createLook } from '#shared/motion/look/create-look.ts'
import type { MotionPlan } from '#shared/motion/motion-plan.ts'
import type { Size, SourcePicture } from '#shared/motion/picture.ts'
import type { Scene } from '#shared/motion/scene.ts'

/** Renders a plan. The returned views are overwritten by the next frame. */
export interface Renderer {
  /** Frame `index` as RGBA. */
  rgba(index: number): Uint8Array
  /** Frame `index` as planar I420, Rec. 709 limited range. */
  i420(index: number): Uint8Array
}

/** The least side of a source in px: below it, a plan's edge margin is less than half a pixel. */
export const MIN_SOURCE_SIDE = 256

/**
 * A renderer for a plan and its pictures; it uses the whole kernel until the next one is made. Each source is a picture scaled to
 * `sourceSize`, the frame's sides are even. The same RGBA, plan and size give the same bytes in every JavaScript engine.
 */
export function createRenderer(kernel: Kernel, plan: MotionPlan, sources: readonly SourcePicture[], frame: Size): Renderer {
  if (sources.some(({ width, height }) => Math.min(width, height) < MIN_SOURCE_SIDE)) {
    throw new RangeError(`source under ${MIN_SOURCE_SIDE} px`)
  }
  if (frame.width % 2 !== 0 || frame.height % 2 !== 0) throw new RangeError('odd frame size')
  const pixels = frame.width * frame.height
  kernel.clear()
  const rgbaAt = kernel.take(pixels * 4)
  const i420At = kernel.take((pixels * 3) / 2)
  const scene = createScene(kernel, plan, sources, frame, rgbaAt)
  const look = createLook(kernel, plan, frame, rgbaAt, scene)

  function draw(index: number): void {
    scene.draw(plan.frameCount > 1 ? index / (plan.frameCount - 1) : 0)
    look?.apply(index)
  }

  return {
    rgba(index) {
      draw(index)
      return kernel.bytes(rgbaAt, pixels * 4)
    },
    i420(index) {
      draw(index)
      kernel.toI420(rgbaAt, i420At, frame.width, frame.height)
      return kernel.bytes(i420At, (pixels * 3) / 2)
    },
  }
}

function createScene(kernel: Kernel, plan: MotionPlan, [first, second]: readonly SourcePicture[], frame: Size, output: number): Scene {
  if (!first) throw new RangeError('a plan without a picture')
  if (plan.scene.kind === 'camera') return createCameraScene(kernel, plan.scene, plan, first, frame, output)
  if (!second) throw new RangeError('one picture alone has no way to another')
  return createBetweenScene(kernel, plan.scene, plan.seed, [first, second], frame, output, plan.window)
}
