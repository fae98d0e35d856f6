import { poseOfFrame } from '#shared/motion/camera.ts'
import { guessDepth } from '#shared/motion/depth.ts'
import type { Size } from '#shared/motion/fill-grid.ts'
import { fillGrid, gridSize } from '#shared/motion/fill-grid.ts'
import type { Kernel } from '#shared/motion/kernel/create-kernel.ts'
import { limitSlope } from '#shared/motion/limit-slope.ts'
import type { MotionPlan } from '#shared/motion/motion-plan.ts'
import type { Picture } from '#shared/motion/picture.ts'

/** Turns a plan into frames. What it returns is a view that the next frame overwrites. */
export interface Renderer {
  /** Frame `index` as RGBA. */
  rgba(index: number): Uint8Array
  /** Frame `index` as planar I420, Rec. 709 limited range. */
  i420(index: number): Uint8Array
}

/** The least side of a source in px: below it the edge margin of a plan is less than half a pixel. */
export const MIN_SOURCE_SIDE = 256

/**
 * A renderer for one picture and plan; it takes the whole kernel until the next one is made. The source is the picture scaled to
 * `sourceSize`, the frame's sides are even. The same RGBA, plan and size give the same bytes in every JavaScript engine.
 */
export function createRenderer(kernel: Kernel, plan: MotionPlan, source: Picture, frame: Size): Renderer {
  if (Math.min(source.width, source.height) < MIN_SOURCE_SIDE) throw new RangeError(`source under ${MIN_SOURCE_SIDE} px`)
  if (frame.width % 2 !== 0 || frame.height % 2 !== 0) throw new RangeError('odd frame size')
  const depth = limitSlope(guessDepth(source), plan.maxDepthSlope)
  const { columns, rows } = gridSize(frame)
  const pixels = frame.width * frame.height
  const sizes = [source.width * source.height * 4, columns * rows * 8, pixels * 4, (pixels * 3) / 2]
  const [sourceAt = 0, gridAt = 0, rgbaAt = 0, i420At = 0] = kernel.layOut(sizes)
  kernel.bytes(sourceAt, source.width * source.height * 4).set(source.data)
  const grid = kernel.words(gridAt, columns * rows * 2)

  function draw(index: number): void {
    fillGrid(grid, plan, poseOfFrame(plan, index), depth, frame, source)
    kernel.warp(sourceAt, source.width, gridAt, columns, rgbaAt, frame.width, frame.height)
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
