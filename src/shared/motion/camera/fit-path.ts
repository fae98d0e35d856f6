import { poseBetween } from '#shared/motion/camera/camera-pose.ts'
import type { CameraPose } from '#shared/motion/motion-plan.ts'
import { widestView } from '#shared/motion/camera/view-ray.ts'

/** Places of the path that are looked at; it is smooth, so what lies between two of them differs by less than the margin. */
const SAMPLES = 64
/** Part of each half side that is never shown, so that no sample touches the very edge. */
const EDGE_MARGIN = 0.004

function widestAt(pose: CameraPose, aspect: number, nearnesses: readonly number[]): number {
  const keep = 1 - EDGE_MARGIN
  const x = widestView((aspect / 2) * keep, { view: pose.view, pan: pose.panX, truck: pose.truckX, push: pose.push }, nearnesses)
  const y = widestView(keep / 2, { view: pose.view, pan: pose.panY, truck: pose.truckY, push: pose.push }, nearnesses)
  return Math.min(x, y) * keep
}

/** The path moved closer to the picture, by as little as keeps every sample of every frame inside it, whatever its depth. */
export function fitPath(
  from: CameraPose,
  to: CameraPose,
  aspect: number,
  nearnesses: readonly number[],
): { from: CameraPose; to: CameraPose } {
  let scale = 1
  for (let sample = 0; sample <= SAMPLES; sample++) {
    const pose = poseBetween(from, to, sample / SAMPLES)
    scale = Math.min(scale, widestAt(pose, aspect, nearnesses) / pose.view)
  }
  return { from: { ...from, view: from.view * scale }, to: { ...to, view: to.view * scale } }
}
