import { bendWithRoom } from '#shared/motion/bends/make-room.ts'
import { planCamera } from '#shared/motion/camera/plan-camera.ts'
import { movesOfTake, takeOf } from '#shared/motion/camera/takes.ts'
import { GRADES } from '#shared/motion/look/grades.ts'
import type { PlanRequest } from '#shared/motion/plan-request.ts'
import type { PlannedLook } from '#shared/motion/motion-plan.ts'
import { readPrompt } from '#shared/motion/prompt/read-prompt.ts'
import { makeRandom } from '#shared/motion/random.ts'

/** The duration for which the moves are written. */
const ORDINARY_SECONDS = 6
const SEED_STRENGTH = 0.08
const SEED_AIM = 0.03
/** The picture begins as it is, and starts to move within a tenth of the time. */
const FROM_REST = [
  { at: 0, value: 0 },
  { at: 0.1, value: 1 },
]

/**
 * One picture and a prompt: the camera's way is read from the prompt, calm when it names none, another for each take, longer in
 * longer videos. Rule: docs/rules.md, "Motion".
 */
export function planCustom(request: PlanRequest, aspect: number): PlannedLook {
  const wish = readPrompt(request.prompt)
  const take = takeOf(request.take)
  const random = makeRandom(request.seed)
  const around = (spread: number) => (random() * 2 - 1) * spread
  const lengthening = Math.sqrt(request.durationSeconds / ORDINARY_SECONDS)
  const strength = take.strength * wish.pace * lengthening * (1 + around(SEED_STRENGTH))
  const aim = wish.focus ?? { x: take.aim.x + around(SEED_AIM), y: take.aim.y + around(SEED_AIM) }
  const { easeIn, easeOut, focusDepth } = take
  const moves = movesOfTake(wish.moves, take)
  return {
    scene: planCamera({ moves, strength, aim, aspect, imageFidelity: request.imageFidelity, focusDepth, easeIn, easeOut }),
    bends: bendWithRoom(wish.bends, FROM_REST, aspect),
    overlays: wish.overlays.map((kind) => ({ kind, strength: 1 })),
    grade: wish.grade === null ? null : GRADES[wish.grade],
    summary: { moves: wish.moves.map((move) => (move === 'orbit' ? take.openOrbit : move)), unmet: wish.unmet },
  }
}
