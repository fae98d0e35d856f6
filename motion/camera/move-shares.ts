import type { Move } from '../vocabulary/moves.ts'

/** A move's contribution to a path, from start to end. Lengths in picture heights; `tighten` is subtracted from the view. */
export interface MoveShare {
  /** Forward motion at start and end. */
  readonly push: readonly [number, number]
  /** Subtracted from the view at start and end. */
  readonly tighten: readonly [number, number]
  /** The pan of the view's centre from start to end, as a share of the margin around the view. */
  readonly pan: readonly [number, number]
  /** The sideways motion of the camera from start to end. The camera is in front of the picture's middle halfway. */
  readonly truck: readonly [number, number]
  /** Sideways motion around the focus. The camera starts in front of the picture's middle. */
  readonly orbit: readonly [number, number]
}

const NOWHERE = [0, 0] as const

function contribution(part: Partial<MoveShare>): MoveShare {
  return { push: NOWHERE, tighten: NOWHERE, pan: NOWHERE, truck: NOWHERE, orbit: NOWHERE, ...part }
}

/** The contribution of each move at ordinary strength in six seconds. */
export const MOVE_SHARES: Record<Move, MoveShare> = {
  'push-in': contribution({ push: [0, 0.15], tighten: [0, 0.06] }),
  'pull-out': contribution({ push: [0.15, 0], tighten: [0.06, 0] }),
  'zoom-in': contribution({ tighten: [0, 0.22] }),
  'zoom-out': contribution({ tighten: [0.22, 0] }),
  'dolly-in': contribution({ push: [0, 0.22] }),
  'dolly-out': contribution({ push: [0.22, 0] }),
  'dolly-zoom': contribution({ push: [0, 0.24], tighten: [0.24, 0] }),
  'pan-left': contribution({ tighten: [0.2, 0.2], pan: [-1.8, 0], truck: [-0.03, 0] }),
  'pan-right': contribution({ tighten: [0.2, 0.2], pan: [1.8, 0], truck: [0.03, 0] }),
  'tilt-up': contribution({ tighten: [0.22, 0.22], pan: [0, -1.8], truck: [0, -0.02] }),
  'tilt-down': contribution({ tighten: [0.22, 0.22], pan: [0, 1.8], truck: [0, 0.02] }),
  'truck-left': contribution({ tighten: [0.1, 0.1], pan: [-1.2, 0], truck: [-0.1, 0] }),
  'truck-right': contribution({ tighten: [0.1, 0.1], pan: [1.2, 0], truck: [0.1, 0] }),
  rise: contribution({ tighten: [0.1, 0.1], pan: [0, -1.2], truck: [0, -0.09] }),
  sink: contribution({ tighten: [0.1, 0.1], pan: [0, 1.2], truck: [0, 0.09] }),
  'orbit-left': contribution({ push: [0, 0.02], orbit: [-0.12, 0] }),
  'orbit-right': contribution({ push: [0, 0.02], orbit: [0.12, 0] }),
  still: contribution({ push: [0, 0.025] }),
}
