import type { CameraPose, CameraScene } from '../motion-plan.ts'
import { MOVE_SHARES } from './move-shares.ts'
import type { WeightedMove } from './shots.ts'
import { poseBetween } from './camera-path.ts'
import { widestView } from './fill-grid.ts'

interface CameraRequest {
  readonly moves: readonly WeightedMove[]
  /** The factor on the distance that the camera moves; 1 is the ordinary distance in six seconds. */
  readonly strength: number
  /** The target of moves in and out: x and y are -0.5..0.5 of the picture's width and height. */
  readonly aim: { readonly x: number; readonly y: number }
  /** Width of the picture divided by its height. */
  readonly aspect: number
  /** 0 lets the camera distort the picture freely, 1 hardly at all. */
  readonly imageFidelity: number
  /** The depth of the focus plane, which sideways moves do not shift: 0 far to 1 near. */
  readonly focusDepth: number
  readonly easeIn: number
  readonly easeOut: number
}

const FULL_RELIEF = 1
const LEAST_RELIEF = 0.12
/**
 * The largest bend of a picture. At 1 the picture folds over itself. This value is well below 1, so that edges stretch instead of tearing.
 */
const MAX_BEND = 0.5
const MAX_SLOPE = 8
const MIN_VIEW = 0.62
const MAX_PUSH = 0.34
/**
 * Sideways motion narrows the view, because it has to stay inside the picture. If less than this share of the requested view remains, the
 * motion is shortened.
 */
const LEAST_REMAINING_VIEW = 0.72
const SHORTENING = 0.85
const MIN_SIDEWAYS_SHARE = 0.05

interface MoveSums {
  readonly push: [number, number]
  readonly tighten: [number, number]
  readonly pan: [number, number]
  readonly truck: [number, number]
  readonly orbit: [number, number]
}

function sumShares(moves: readonly WeightedMove[], strength: number): MoveSums {
  const sums: MoveSums = { push: [0, 0], tighten: [0, 0], pan: [0, 0], truck: [0, 0], orbit: [0, 0] }
  for (const { move, weight } of moves) {
    const share = MOVE_SHARES[move]
    for (const key of ['push', 'tighten', 'pan', 'truck', 'orbit'] as const) {
      sums[key][0] += share[key][0] * weight * strength
      sums[key][1] += share[key][1] * weight * strength
    }
  }
  return sums
}

/** The camera's pose at the start (`end` 0) or the end (`end` 1) of the path. `sidewaysShare` is the applied share of sideways motion. */
function poseAt(sums: MoveSums, end: 0 | 1, { aim, aspect }: Pick<CameraRequest, 'aim' | 'aspect'>, sidewaysShare: number): CameraPose {
  const fromMiddle = end - 0.5
  const push = Math.min(MAX_PUSH, sums.push[end])
  const view = Math.max(MIN_VIEW, 1 - sums.tighten[end])
  const visiblePart = view * (1 - push)
  const closeness = Math.max(0, 1 - visiblePart) / (1 - push)
  const panPart = (part: number) => Math.max(-1, Math.min(1, part * fromMiddle)) * ((1 - view) / 2)
  return {
    view,
    push,
    panX: aim.x * aspect * closeness + panPart(sums.pan[0]) * aspect,
    panY: aim.y * closeness + panPart(sums.pan[1]),
    truckX: (sums.truck[0] * fromMiddle + sums.orbit[0] * end) * sidewaysShare,
    truckY: (sums.truck[1] * fromMiddle + sums.orbit[1] * end) * sidewaysShare,
  }
}

/** The path inside the picture, with as much sideways motion as the view allows. */
function findPath(sums: MoveSums, request: Pick<CameraRequest, 'aim' | 'aspect'>, nearnesses: readonly number[], sidewaysShare = 1): Path {
  const [from, to] = [poseAt(sums, 0, request, sidewaysShare), poseAt(sums, 1, request, sidewaysShare)]
  const path = fitPath(from, to, request.aspect, nearnesses)
  const remainingView = Math.min(path.from.view / from.view, path.to.view / to.view)
  return remainingView >= LEAST_REMAINING_VIEW || sidewaysShare < MIN_SIDEWAYS_SHARE
    ? path
    : findPath(sums, request, nearnesses, sidewaysShare * SHORTENING)
}

function steepestSlope(from: CameraPose, to: CameraPose, aspect: number, relief: number): number {
  const bends = [from, to].map((pose) => {
    const sidewaysShift = Math.max(Math.abs(pose.truckX), Math.abs(pose.truckY))
    return relief * (sidewaysShift + pose.push * (Math.max(aspect, 1) / 2 + sidewaysShift))
  })
  return Math.min(MAX_SLOPE, MAX_BEND / Math.max(...bends, Number.EPSILON))
}

/** A camera path as the sum of its moves. No frame shows anything outside the picture. Rule: docs/motion.md, "Motion". */
export function planCamera({ moves, strength, aim, aspect, imageFidelity, focusDepth, easeIn, easeOut }: CameraRequest): CameraScene {
  const sums = sumShares(moves, strength)
  const relief = FULL_RELIEF + (LEAST_RELIEF - FULL_RELIEF) * imageFidelity
  const nearnesses = [1 - relief * focusDepth, 1 + relief * (1 - focusDepth)]
  const path = findPath(sums, { aim, aspect }, nearnesses)
  return {
    kind: 'camera',
    ...path,
    easeIn,
    easeOut,
    relief,
    focusDepth,
    maxDepthSlope: steepestSlope(path.from, path.to, aspect, relief),
  }
}

/** The number of tested positions on the path. The path is smooth: between two of them it deviates by less than `SAMPLE_MARGIN`. */
const SAMPLES = 64
/** The reserved share of the view, so that no position between two samples reaches the edge. */
const SAMPLE_MARGIN = 0.003

interface Path {
  readonly from: CameraPose
  readonly to: CameraPose
}

/** Whether a pose shows the picture unchanged. */
export function isAtRest({ view, push, panX, panY, truckX, truckY }: CameraPose): boolean {
  return view === 1 && [push, panX, panY, truckX, truckY].every((part) => part === 0)
}

function widestViewAt(pose: CameraPose, aspect: number, nearnesses: readonly number[]): number {
  const x = widestView(aspect / 2, { view: pose.view, pan: pose.panX, truck: pose.truckX, push: pose.push }, nearnesses)
  const y = widestView(1 / 2, { view: pose.view, pan: pose.panY, truck: pose.truckY, push: pose.push }, nearnesses)
  return Math.min(x, y)
}

/**
 * The path moved closer to the picture, by the smallest amount that puts every frame inside it at any depth. An end at rest stays at rest.
 */
function fitPath(from: CameraPose, to: CameraPose, aspect: number, nearnesses: readonly number[]): Path {
  const widestViewOf = (part: number) => widestViewAt(poseBetween(from, to, part), aspect, nearnesses)
  const parts = Array.from({ length: SAMPLES }, (_, sample) => (sample + 1) / SAMPLES)
  /** The widest view at the moving end of a path whose fixed end shows the whole picture. */
  const farEndView = (view: number, viewOf: (part: number) => number) =>
    Math.min(view, ...parts.map((part) => 1 + (viewOf(part) - 1) / part - SAMPLE_MARGIN))
  if (isAtRest(from)) return { from, to: isAtRest(to) ? to : { ...to, view: farEndView(to.view, widestViewOf) } }
  if (isAtRest(to)) return { from: { ...from, view: farEndView(from.view, (part) => widestViewOf(1 - part)) }, to }
  const views = [0, ...parts].map((part) => (widestViewOf(part) * (1 - SAMPLE_MARGIN)) / poseBetween(from, to, part).view)
  const scale = Math.min(1, ...views)
  return { from: { ...from, view: from.view * scale }, to: { ...to, view: to.view * scale } }
}
