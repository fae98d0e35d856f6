import type { Move } from '../vocabulary/moves.ts'

/** The contribution of one move to a camera path. Lengths are in picture heights. */
export interface MoveShare {
  /** The forward motion: at the start and at the end of the path. */
  readonly push: readonly [number, number]
  /** The share that is subtracted from the view: at the start and at the end of the path. */
  readonly tighten: readonly [number, number]
  /** The pan of the view's centre from the start to the end of the path, in x and y, as a share of the margin around the view. */
  readonly pan: readonly [number, number]
  /**
   * The sideways motion of the camera from the start to the end of the path, in x and y. Halfway, the camera is in front of the picture's
   * middle.
   */
  readonly truck: readonly [number, number]
  /**
   * The sideways motion around the focus from the start to the end of the path, in x and y. The camera starts in front of the picture's
   * middle.
   */
  readonly orbit: readonly [number, number]
}

const NO_MOTION = [0, 0] as const

function makeShare(changes: Partial<MoveShare>): MoveShare {
  return { push: NO_MOTION, tighten: NO_MOTION, pan: NO_MOTION, truck: NO_MOTION, orbit: NO_MOTION, ...changes }
}

/** The contribution of each move to a path of six seconds at a strength of 1. */
export const MOVE_SHARES: Record<Move, MoveShare> = {
  'push-in': makeShare({ push: [0, 0.15], tighten: [0, 0.06] }),
  'pull-out': makeShare({ push: [0.15, 0], tighten: [0.06, 0] }),
  'zoom-in': makeShare({ tighten: [0, 0.22] }),
  'zoom-out': makeShare({ tighten: [0.22, 0] }),
  'dolly-in': makeShare({ push: [0, 0.22] }),
  'dolly-out': makeShare({ push: [0.22, 0] }),
  'dolly-zoom': makeShare({ push: [0, 0.24], tighten: [0.24, 0] }),
  'pan-left': makeShare({ tighten: [0.2, 0.2], pan: [-1.8, 0], truck: [-0.03, 0] }),
  'pan-right': makeShare({ tighten: [0.2, 0.2], pan: [1.8, 0], truck: [0.03, 0] }),
  'tilt-up': makeShare({ tighten: [0.22, 0.22], pan: [0, -1.8], truck: [0, -0.02] }),
  'tilt-down': makeShare({ tighten: [0.22, 0.22], pan: [0, 1.8], truck: [0, 0.02] }),
  'truck-left': makeShare({ tighten: [0.1, 0.1], pan: [-1.2, 0], truck: [-0.1, 0] }),
  'truck-right': makeShare({ tighten: [0.1, 0.1], pan: [1.2, 0], truck: [0.1, 0] }),
  rise: makeShare({ tighten: [0.1, 0.1], pan: [0, -1.2], truck: [0, -0.09] }),
  sink: makeShare({ tighten: [0.1, 0.1], pan: [0, 1.2], truck: [0, 0.09] }),
  'orbit-left': makeShare({ push: [0, 0.02], orbit: [-0.12, 0] }),
  'orbit-right': makeShare({ push: [0, 0.02], orbit: [0.12, 0] }),
  still: makeShare({ push: [0, 0.025] }),
}
