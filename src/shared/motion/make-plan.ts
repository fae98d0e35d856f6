import { FRAMES_PER_SECOND } from '#shared/domain/generation-options.ts'
import { fitPath } from '#shared/motion/fit-path.ts'
import type { CameraPose, MotionPlan } from '#shared/motion/motion-plan.ts'
import { MOVE_SHARES } from '#shared/motion/moves.ts'
import { makeRandom } from '#shared/motion/random.ts'
import { readPrompt } from '#shared/motion/read-prompt.ts'
import type { WeightedMove } from '#shared/motion/takes.ts'
import { movesOfTake, takeOf } from '#shared/motion/takes.ts'

export interface PlanRequest {
  readonly prompt: string
  /** Only the ratio counts. */
  readonly picture: { readonly width: number; readonly height: number }
  readonly durationSeconds: number
  /** 0 bends the picture freely, 1 hardly at all. */
  readonly imageFidelity: number
  readonly seed: number
  /** Which video of its commit, from 0. */
  readonly take: number
}

/** The duration for which `MOVE_SHARES` is written. */
const ORDINARY_SECONDS = 6
const FULL_RELIEF = 1
const LEAST_RELIEF = 0.12
/** A picture folds over itself at 1; kept well below, so that edges stretch instead of tearing. */
const MAX_BEND = 0.5
const STEEPEST_SLOPE = 8
const TIGHTEST_VIEW = 0.62
const DEEPEST_PUSH = 0.34
const SEED_STRENGTH = 0.08
const SEED_AIM = 0.03

interface Summed {
  readonly push: [number, number]
  readonly tighten: [number, number]
  readonly pan: [number, number]
  readonly truck: [number, number]
}

function sumShares(moves: readonly WeightedMove[], strength: number): Summed {
  const sum: Summed = { push: [0, 0], tighten: [0, 0], pan: [0, 0], truck: [0, 0] }
  for (const { move, weight } of moves) {
    const share = MOVE_SHARES[move]
    for (const key of ['push', 'tighten', 'pan', 'truck'] as const) {
      sum[key][0] += share[key][0] * weight * strength
      sum[key][1] += share[key][1] * weight * strength
    }
  }
  return sum
}

/** One end of the path: `side` is -0.5 at the start and 0.5 at the end of every way. */
function poseAt(sum: Summed, end: 0 | 1, aim: { x: number; y: number }, aspect: number): CameraPose {
  const side = end - 0.5
  const push = Math.min(DEEPEST_PUSH, sum.push[end])
  const view = Math.max(TIGHTEST_VIEW, 1 - sum.tighten[end])
  const seen = view * (1 - push)
  const closeness = Math.max(0, 1 - seen) / (1 - push)
  const way = (part: number) => Math.max(-1, Math.min(1, part * side)) * ((1 - view) / 2)
  return {
    view,
    push,
    panX: aim.x * aspect * closeness + way(sum.pan[0]) * aspect,
    panY: aim.y * closeness + way(sum.pan[1]),
    truckX: sum.truck[0] * side,
    truckY: sum.truck[1] * side,
  }
}

function steepestSlope(from: CameraPose, to: CameraPose, aspect: number, relief: number): number {
  const bends = [from, to].map((pose) => {
    const aside = Math.max(Math.abs(pose.truckX), Math.abs(pose.truckY))
    return relief * (aside + pose.push * (Math.max(aspect, 1) / 2 + aside))
  })
  return Math.min(STEEPEST_SLOPE, MAX_BEND / Math.max(...bends, Number.EPSILON))
}

/**
 * Plans the camera move of one video: read from the prompt, calm when it names none, another for each take, longer ways in
 * longer videos. No frame shows anything outside the picture. Rule: docs/rules.md, "Motion".
 */
export function makePlan(request: PlanRequest): MotionPlan {
  const aspect = request.picture.width / request.picture.height
  const wish = readPrompt(request.prompt)
  const take = takeOf(request.take)
  const random = makeRandom(request.seed)
  const around = (spread: number) => (random() * 2 - 1) * spread

  const lengthening = Math.sqrt(request.durationSeconds / ORDINARY_SECONDS)
  const strength = take.strength * wish.pace * lengthening * (1 + around(SEED_STRENGTH))
  const aim = wish.focus ?? { x: take.aim.x + around(SEED_AIM), y: take.aim.y + around(SEED_AIM) }
  const sum = sumShares(movesOfTake(wish.moves, take), strength)
  const relief = FULL_RELIEF + (LEAST_RELIEF - FULL_RELIEF) * request.imageFidelity
  const nearnesses = [1 - relief * take.focusDepth, 1 + relief * (1 - take.focusDepth)]
  const path = fitPath(poseAt(sum, 0, aim, aspect), poseAt(sum, 1, aim, aspect), aspect, nearnesses)

  return {
    version: 1,
    frameCount: Math.round(request.durationSeconds * FRAMES_PER_SECOND),
    aspect,
    ...path,
    easeIn: take.easeIn,
    easeOut: take.easeOut,
    relief,
    focusDepth: take.focusDepth,
    maxDepthSlope: steepestSlope(path.from, path.to, aspect, relief),
  }
}
