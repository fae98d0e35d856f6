import { ease } from '../curves.ts'
import type { CameraPose, CameraScene } from '../motion-plan.ts'
import { valueAt } from '../keyframes.ts'

function interpolate(from: number, to: number, part: number): number {
  return from + (to - from) * part
}

/** The pose at a position of the path, 0 at its start and 1 at its end. */
export function poseBetween(from: CameraPose, to: CameraPose, part: number): CameraPose {
  return {
    view: interpolate(from.view, to.view, part),
    panX: interpolate(from.panX, to.panX, part),
    panY: interpolate(from.panY, to.panY, part),
    truckX: interpolate(from.truckX, to.truckX, part),
    truckY: interpolate(from.truckY, to.truckY, part),
    push: interpolate(from.push, to.push, part),
  }
}

/** The pose at a time, 0 at the first frame and 1 at the last. */
export function poseAtTime(scene: CameraScene, time: number): CameraPose {
  const part = scene.progress === undefined ? ease(time, scene.easeIn, scene.easeOut) : valueAt(scene.progress, time)
  return poseBetween(scene.from, scene.to, part)
}
