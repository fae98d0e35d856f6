import { poseBetween } from '#shared/motion/camera/camera-pose.ts'
import { widestView } from '#shared/motion/camera/view-ray.ts'
import type { CameraPose } from '#shared/motion/motion-plan.ts'

/** Places of the path that are looked at; it is smooth, so what lies between two of them differs by less than the margin. */
const SAMPLES = 64
/** Part of the view that is kept back, so that no place between two samples touches the edge. */
const EDGE_MARGIN = 0.003

export interface Path {
  readonly from: CameraPose
  readonly to: CameraPose
}

/** Whether a pose shows the picture as it is. */
export function isAtRest({ view, push, panX, panY, truckX, truckY }: CameraPose): boolean {
  return view === 1 && [push, panX, panY, truckX, truckY].every((part) => part === 0)
}

function widestAt(pose: CameraPose, aspect: number, nearnesses: readonly number[]): number {
  const x = widestView(aspect / 2, { view: pose.view, pan: pose.panX, truck: pose.truckX, push: pose.push }, nearnesses)
  const y = widestView(1 / 2, { view: pose.view, pan: pose.panY, truck: pose.truckY, push: pose.push }, nearnesses)
  return Math.min(x, y)
}

/** The path moved closer to the picture, by as little as keeps every frame inside it, whatever its depth. An end at rest stays so. */
export function fitPath(from: CameraPose, to: CameraPose, aspect: number, nearnesses: readonly number[]): Path {
  const widest = (part: number) => widestAt(poseBetween(from, to, part), aspect, nearnesses)
  const parts = Array.from({ length: SAMPLES }, (_, sample) => (sample + 1) / SAMPLES)
  /** The widest far end of a way whose near end shows the whole picture. */
  const farEnd = (view: number, widestOf: (part: number) => number) =>
    Math.min(view, ...parts.map((part) => 1 + (widestOf(part) - 1) / part - EDGE_MARGIN))
  if (isAtRest(from)) return { from, to: isAtRest(to) ? to : { ...to, view: farEnd(to.view, widest) } }
  if (isAtRest(to)) return { from: { ...from, view: farEnd(from.view, (part) => widest(1 - part)) }, to }
  const views = [0, ...parts].map((part) => (widest(part) * (1 - EDGE_MARGIN)) / poseBetween(from, to, part).view)
  const scale = Math.min(1, ...views)
  return { from: { ...from, view: from.view * scale }, to: { ...to, view: to.view * scale } }
}
