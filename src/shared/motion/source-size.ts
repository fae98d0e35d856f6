import type { Size } from '#shared/motion/picture.ts'
import type { CameraScene, MotionPlan } from '#shared/motion/motion-plan.ts'
import { MIN_SOURCE_SIDE } from '#shared/motion/create-renderer.ts'

/** Source pixels per frame pixel in the widest shot: sharp when the camera moves closer, without aliasing when it is far. */
const OVERSAMPLING = 1.2
/** The maximum in the closest shot: it limits memory, and keeps rows far shorter than `Kernel.warp` supports. */
const MOST_OVERSAMPLING = 2.5

/** Between two pictures, the first and last frame are the pictures, pixel by pixel. */
const EXACT = 1

/** The size in px to which the picture is scaled (and stretched to the frame's ratio) before it is rendered. */
export function sourceSize(plan: MotionPlan, frame: Size): Size {
  const least = MIN_SOURCE_SIDE / Math.min(frame.width, frame.height)
  const scale = Math.max(plan.scene.kind === 'camera' ? Math.min(MOST_OVERSAMPLING, OVERSAMPLING / widestSight(plan.scene)) : EXACT, least)
  return { width: Math.ceil(frame.width * scale), height: Math.ceil(frame.height * scale) }
}

/** A sketch's source pixels per frame pixel: the same for every camera move, so that another move needs no other source and depth. */
const SKETCH_OVERSAMPLING = 1.6

/** The size in px to which the picture is scaled for a sketch. */
export function sketchSourceSize(plan: MotionPlan, frame: Size): Size {
  if (plan.scene.kind === 'between') return sourceSize(plan, frame)
  const scale = Math.max(SKETCH_OVERSAMPLING, MIN_SOURCE_SIDE / Math.min(frame.width, frame.height))
  return { width: Math.ceil(frame.width * scale), height: Math.ceil(frame.height * scale) }
}

/** The largest part of the picture that is ever visible. */
function widestSight({ from, to }: CameraScene): number {
  return Math.max(from.view * (1 - from.push), to.view * (1 - to.push))
}
