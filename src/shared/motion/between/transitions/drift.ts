import type { View } from '#shared/motion/between/transitions/look-through.ts'
import { ease } from '#shared/motion/ease.ts'
import type { BetweenScene } from '#shared/motion/motion-plan.ts'

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
