/** One axis of a pose: the same arithmetic holds for x and y. */
export interface AxisPose {
  readonly view: number
  readonly pan: number
  readonly truck: number
  readonly push: number
}

/** A line of sight along one axis: at nearness n it meets the picture at `near0 + n * perNearness`, in picture heights. */
interface Ray {
  readonly near0: number
  readonly perNearness: number
}

/** The ray of a place of the frame (picture heights from its middle) along one axis. */
export function rayOf(place: number, pose: AxisPose): Ray {
  const ray = place * pose.view + pose.pan - pose.truck / (1 - pose.push)
  return { near0: ray, perNearness: pose.truck - pose.push * ray }
}

/** Where a place of the frame looks, along one axis, were everything as near as `nearness` (1 = the focus plane). In picture heights. */
function lookThrough(place: number, pose: AxisPose, nearness: number): number {
  const ray = rayOf(place, pose)
  return ray.near0 + ray.perNearness * nearness
}

/**
 * The widest view, as a part of the picture, that shows nothing outside it along one axis, at two nearnesses.
 * A ray moves linearly with nearness, so what lies between the two stays inside as well. `half` is half the picture's side.
 */
export function widestView(half: number, pose: AxisPose, nearnesses: readonly number[]): number {
  const limits = nearnesses.map((nearness) => {
    const centre = lookThrough(0, pose, nearness)
    return (half - Math.abs(centre)) / (half * (1 - pose.push * nearness))
  })
  return Math.min(...limits)
}
