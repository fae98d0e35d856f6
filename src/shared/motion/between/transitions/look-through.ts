import { sampleAt } from '#shared/motion/sample-at.ts'
import type { Stage } from '#shared/motion/between/stage.ts'
import type { Plane } from '#shared/motion/plane.ts'

/** Where a camera stands before a picture: lengths in frame heights. */
export interface View {
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
