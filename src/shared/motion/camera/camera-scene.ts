import { FRAMES_PER_SECOND } from '#shared/domain/generation-options.ts'
import { poseAtTime } from '#shared/motion/camera/camera-pose.ts'
import { fillGrid, gridSize } from '#shared/motion/camera/fill-grid.ts'
import { guessDepth } from '#shared/motion/depth/guess-depth.ts'
import { limitSlope } from '#shared/motion/depth/limit-slope.ts'
import type { Kernel } from '#shared/motion/kernel/create-kernel.ts'
import type { CameraScene, MotionPlan } from '#shared/motion/motion-plan.ts'
import type { Picture, Size } from '#shared/motion/picture.ts'
import type { Scene } from '#shared/motion/scene.ts'

/** One picture through a moving camera. */
export function createCameraScene(
  kernel: Kernel,
  scene: CameraScene,
  { bends, frameCount, seed }: MotionPlan,
  source: Picture,
  frame: Size,
  output: number,
): Scene {
  const durationSeconds = frameCount / FRAMES_PER_SECOND
  const depth = limitSlope(guessDepth(source), scene.maxDepthSlope)
  const { columns, rows } = gridSize(frame)
  const sourceAt = kernel.take(source.width * source.height * 4)
  kernel.bytes(sourceAt, source.width * source.height * 4).set(source.data)
  const gridAt = kernel.take(columns * rows * 8)

  return {
    draw(time) {
      const grid = kernel.words(gridAt, columns * rows * 2)
      fillGrid(grid, scene, poseAtTime(scene, time), depth, frame, source, { bends, time, durationSeconds, seed })
      kernel.warp(sourceAt, source.width, gridAt, columns, output, frame.width, frame.height)
    },
  }
}
