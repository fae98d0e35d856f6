/** Where the camera stands. Lengths in picture heights, x to the right, y down; the focus plane lies at distance 1. */
export interface CameraPose {
  /** Part of the picture's width that is in view, 1 = all of it. */
  readonly view: number
  /** The view's centre, from the picture's centre. */
  readonly panX: number
  readonly panY: number
  /** A step aside around the focus plane: near things move against it, far things with it. */
  readonly truckX: number
  readonly truckY: number
  /** A step forward, 0 to below 1: near things grow faster. */
  readonly push: number
}

/** A whole camera move as plain data. The same plan and picture give the same frame bytes everywhere. */
export interface MotionPlan {
  readonly version: 1
  readonly frameCount: number
  /** Width of the picture divided by its height. */
  readonly aspect: number
  readonly from: CameraPose
  readonly to: CameraPose
  /** Parts of the time, 0 to 1, in which the move gathers speed and slows down. */
  readonly easeIn: number
  readonly easeOut: number
  /** How far apart near and far lie, as a part of the distance; 0 is a flat picture. */
  readonly relief: number
  /** The depth (0 far, 1 near) that keeps its place. */
  readonly focusDepth: number
  /** The steepest depth, per picture height, that this move can show without folding the picture. */
  readonly maxDepthSlope: number
}
