import type { Move, RequestedMove } from '../vocabulary/moves.ts'

/** The settings in which one variation of a commit differs from the others. The first variation follows the prompt most closely. */
export interface Shot {
  readonly strength: number
  readonly easeIn: number
  readonly easeOut: number
  readonly focusDepth: number
  /** The target of a move in or out if the prompt names none, as shares of the picture's sides. */
  readonly aim: { readonly x: number; readonly y: number }
  /** The moves if the prompt names none. */
  readonly defaultMoves: readonly WeightedMove[]
  /** A subtle second move: `besideDepthMove` accompanies a requested move in or out, `besideSideMove` any other requested move. */
  readonly besideDepthMove: readonly WeightedMove[]
  readonly besideSideMove: readonly WeightedMove[]
  /** The orbit if the prompt names one without a direction. */
  readonly openOrbit: Move
}

export interface WeightedMove {
  readonly move: Move
  readonly weight: number
}

const SHOTS: readonly [Shot, ...Shot[]] = [
  {
    strength: 1,
    easeIn: 0.3,
    easeOut: 0.35,
    focusDepth: 0.5,
    aim: { x: 0, y: 0 },
    defaultMoves: [
      { move: 'push-in', weight: 0.75 },
      { move: 'orbit-right', weight: 0.3 },
    ],
    besideDepthMove: [],
    besideSideMove: [],
    openOrbit: 'orbit-right',
  },
  {
    strength: 1.25,
    easeIn: 0.18,
    easeOut: 0.5,
    focusDepth: 0.7,
    aim: { x: 0.12, y: -0.06 },
    defaultMoves: [{ move: 'orbit-left', weight: 0.8 }],
    besideDepthMove: [{ move: 'orbit-left', weight: 0.5 }],
    besideSideMove: [{ move: 'push-in', weight: 0.6 }],
    openOrbit: 'orbit-left',
  },
  {
    strength: 0.7,
    easeIn: 0.4,
    easeOut: 0.4,
    focusDepth: 0.35,
    aim: { x: -0.14, y: 0.05 },
    defaultMoves: [{ move: 'pull-out', weight: 0.8 }],
    besideDepthMove: [{ move: 'orbit-right', weight: 0.7 }],
    besideSideMove: [{ move: 'pull-out', weight: 0.6 }],
    openOrbit: 'orbit-right',
  },
  {
    strength: 1.1,
    easeIn: 0.5,
    easeOut: 0.22,
    focusDepth: 0.85,
    aim: { x: 0.03, y: 0.1 },
    defaultMoves: [
      { move: 'truck-right', weight: 0.5 },
      { move: 'push-in', weight: 0.4 },
    ],
    besideDepthMove: [{ move: 'rise', weight: 0.5 }],
    besideSideMove: [{ move: 'zoom-in', weight: 0.4 }],
    openOrbit: 'orbit-left',
  },
]

/** The shot of a video by its index in its commit, from 0. After the fourth video, the shots repeat. */
export function shotOf(index: number): Shot {
  return SHOTS[index % SHOTS.length] ?? SHOTS[0]
}

/** Measured depth shows the background behind objects without bending it, so the camera moves farther by this factor. */
const DEPTH_REACH = 1.5

/** The factor on the distance that the camera moves. */
export function reachOf({ hasDepth }: { readonly hasDepth?: boolean }): number {
  return hasDepth === true ? DEPTH_REACH : 1
}

const DEPTH_MOVE = /^(?:push|pull|zoom|dolly)/
const SHARED_WEIGHT = 0.8

/**
 * The weighted moves of one video. Without requested moves, the variation's own moves; a single requested move except `still` gets the
 * variation's second move.
 */
export function movesOfShot(requestedMoves: readonly RequestedMove[], shot: Shot): readonly WeightedMove[] {
  if (requestedMoves.length === 0) return shot.defaultMoves
  const weight = requestedMoves.length > 1 ? SHARED_WEIGHT : 1
  const mainMoves = requestedMoves.map((move) => ({ move: move === 'orbit' ? shot.openOrbit : move, weight }))
  if (requestedMoves.length > 1 || requestedMoves[0] === 'still') return mainMoves
  return [...mainMoves, ...(DEPTH_MOVE.test(requestedMoves[0] ?? '') ? shot.besideDepthMove : shot.besideSideMove)]
}
