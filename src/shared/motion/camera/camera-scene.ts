import { FRAMES_PER_SECOND } from '#shared/domain/generation-options.ts'
import { guessDepth, limitSlope } from '../depth/depth.ts'
import type { Kernel } from '../kernel/create-kernel.ts'
import type { CameraScene, MotionPlan, CameraPose } from '../motion-plan.ts'
import type { Picture, Size } from '../picture.ts'
import type { Scene } from '../scene.ts'
import { ease } from '../curves.ts'
import { valueAt } from '../track.ts'
import { fillGrid, gridSize } from './fill-grid.ts'

/** One picture seen by a moving camera. */
export function createCameraScene(
  kernel: Kernel,
  scene: CameraScene,
  { distortions, frameCount, seed }: MotionPlan,
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
      fillGrid(grid, scene, poseAtTime(scene, time), depth, frame, source, { distortions, time, durationSeconds, seed })
      kernel.warp(sourceAt, source.width, gridAt, columns, output, frame.width, frame.height)
    },
  }
}

function between(from: number, to: number, part: number): number {
  return from + (to - from) * part
}

/** The pose at a position of the path, 0 at its start and 1 at its end. */
export function poseBetween(from: CameraPose, to: CameraPose, part: number): CameraPose {
  return {
    view: between(from.view, to.view, part),
    panX: between(from.panX, to.panX, part),
    panY: between(from.panY, to.panY, part),
    truckX: between(from.truckX, to.truckX, part),
    truckY: between(from.truckY, to.truckY, part),
    push: between(from.push, to.push, part),
  }
}

/** The pose at a time, 0 at the first frame and 1 at the last. */
export function poseAtTime(scene: CameraScene, time: number): CameraPose {
  const part = scene.progress === undefined ? ease(time, scene.easeIn, scene.easeOut) : valueAt(scene.progress, time)
  return poseBetween(scene.from, scene.to, part)
}
