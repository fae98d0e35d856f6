/** One axis of a pose: x and y use the same arithmetic. */
export interface AxisPose {
  readonly view: number
  readonly pan: number
  readonly truck: number
  readonly push: number
}

/** A ray along one axis: at nearness n it meets the picture at `near0 + n * perNearness`, in picture heights. */
interface Ray {
  readonly near0: number
  readonly perNearness: number
}

/** The ray of a frame position (picture heights from its centre) along one axis. */
export function rayOf(place: number, pose: AxisPose): Ray {
  const ray = place * pose.view + pose.pan - pose.truck / (1 - pose.push)
  return { near0: ray, perNearness: pose.truck - pose.push * ray }
}

/** Where a frame position samples along one axis, if everything had this `nearness` (1 = the focus plane). In picture heights. */
function lookThrough(place: number, pose: AxisPose, nearness: number): number {
  const ray = rayOf(place, pose)
  return ray.near0 + ray.perNearness * nearness
}

/**
 * The widest view, as a share of the picture, that shows nothing outside it along one axis, at two nearnesses. Rays are linear in nearness,
 * so what lies between the two is inside as well. `half` is half the picture's side.
 */
export function widestView(half: number, pose: AxisPose, nearnesses: readonly number[]): number {
  const limits = nearnesses.map((nearness) => {
    const centre = lookThrough(0, pose, nearness)
    return (half - Math.abs(centre)) / (half * (1 - pose.push * nearness))
  })
  return Math.min(...limits)
}
