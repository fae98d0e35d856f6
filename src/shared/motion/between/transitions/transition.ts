import type { BetweenScene } from '#shared/motion/motion-plan.ts'
import type { Plane } from '#shared/motion/plane.ts'
import { sampleAt } from '#shared/motion/plane.ts'
import { ease } from '#shared/motion/curves.ts'
import type { Stage } from '../stage.ts'

/** What a transition knows of its two pictures. */
interface TransitionInput {
  readonly stage: Stage
  readonly scene: BetweenScene
  /** Decides on shapes that are drawn by lot. */
  readonly seed: number
  /** Depth of each picture, 0 far to 1 near. */
  readonly depths: readonly [Plane, Plane]
}

/** Draws a frame of a transition at a time, 0 the first picture, 1 the second. */
export type Transition = (input: TransitionInput) => (time: number) => void

/** Where a camera stands before a picture: lengths in frame heights. */
interface View {
  /** Part of the picture in view; 1 is all of it, above 1 it is mirrored at its sides. */
  readonly part: number
  readonly x: number
  readonly y: number
}

/** How much more near things move than far ones. */
const RELIEF = 0.5

function mirrored(place: number, side: number): number {
  const inside = place < 0 ? -place : place
  return inside > side - 1 ? 2 * (side - 1) - inside : inside
}

/** Fills `places` with what each node sees through a camera; near things (depth 1) move more than far ones. */
export function lookThrough({ frame, columns, rows, nodeX, nodeY }: Stage, places: Float64Array, depth: Plane, view: View): void {
  const { width, height } = frame
  const [middleX, middleY] = [(width - 1) / 2, (height - 1) / 2]
  const toDepth = depth.height / height
  for (let row = 0, at = 0; row < rows; row++) {
    const v = (nodeY[row] ?? 0) - middleY
    for (let column = 0; column < columns; column++, at += 2) {
      const u = (nodeX[column] ?? 0) - middleX
      const flatX = middleX + u * view.part + view.x * height
      const flatY = middleY + v * view.part + view.y * height
      const nearness = 1 + RELIEF * (2 * sampleAt(depth, flatX * toDepth, flatY * toDepth) - 1)
      const part = 1 - (1 - view.part) * nearness
      places[at] = mirrored(middleX + u * part + view.x * height * nearness, width)
      places[at + 1] = mirrored(middleY + v * part + view.y * height * nearness, height)
    }
  }
}

/** How much closer the camera is where the first picture ends and the second begins. */
const CLOSER = 0.18
/** Part of the room beside the view that a drift may use: near things move half as far again. */
const ROOM = 0.6

function viewAt({ bend, drift }: BetweenScene, far: number, side: 1 | -1): View {
  const part = 1 - CLOSER * bend * far
  const room = ((1 - part) / 2) * ROOM * side
  return { part, x: drift.x * room, y: drift.y * room }
}

/** The camera's slow way over a whole transition: away from the first picture's rest, and on into the second's. */
export function driftAt(scene: BetweenScene, time: number): { readonly part: number; readonly first: View; readonly second: View } {
  const part = ease(time, scene.easeIn, scene.easeOut)
  return { part, first: viewAt(scene, part, 1), second: viewAt(scene, 1 - part, -1) }
}

/** 0 at -1 and 1 and outside, 1 at 0, without a corner. */
export function hill(x: number): number {
  const rest = Math.max(0, 1 - x * x)
  return rest * rest
}
