import type { MotionPlan, PlannedLook } from './motion-plan.ts'
import type { PlanRequest } from './plan-request.ts'
import { FRAMES_PER_SECOND } from '#shared/domain/generation-options.ts'
import { planBetween } from './between/plan-between.ts'
import { planEffect } from './effects/plan-effect.ts'
import { distortZoomed } from './distortions/zoom-for-distortions.ts'
import { planCamera } from './camera/plan-camera.ts'
import { movesOfShot, reachOf, shotOf } from './camera/shots.ts'
import { GRADES } from './look/grades.ts'
import { directedIntent, strengthened } from './controls/directed-intent.ts'
import { outputWindow } from './controls/output-window.ts'
import { readFocusPull } from './prompt/read-focus-pull.ts'
import { makeRandom } from './random.ts'

/** The duration that the moves are designed for. */
const ORDINARY_SECONDS = 6
const SEED_STRENGTH = 0.08
const SEED_AIM = 0.03
/** The picture is unchanged at first, and starts to move within a tenth of the time. */
const FROM_REST = [
  { at: 0, value: 0 },
  { at: 0.1, value: 1 },
]

/** The distance between the seeds of takes, so that random positions differ in each. */
const TAKE_STEP = 0x9e3779b1

/** Plans one video. The same request gives the same plan. Rule: docs/motion.md, "Motion". */
export function makePlan(request: PlanRequest): MotionPlan {
  const { controls, picture } = request
  const window = outputWindow(picture, controls?.output)
  const aspect = (picture.width * window.width) / (picture.height * window.height)
  const frameCount = Math.round(request.durationSeconds * FRAMES_PER_SECOND)
  return {
    version: 2,
    frameCount,
    aspect,
    ...(controls?.output !== undefined && { window }),
    ...(controls?.brush !== undefined && request.bizType !== 'HEAD_TAIL' && { brush: controls.brush }),
    seed: (request.seed + request.take * TAKE_STEP) >>> 0,
    ...lookOf(request, aspect),
  }
}

function lookOf(request: PlanRequest, aspect: number) {
  if (request.bizType === 'HEAD_TAIL') return planBetween(request)
  return request.bizType === 'TEMPLATE' ? planEffect(request, aspect) : planCustom(request, aspect)
}

/**
 * Plans one picture with a prompt: the camera path follows the prompt, or is calm where it names none; it differs for each take and is
 * longer in longer videos.
 */
function planCustom(request: PlanRequest, aspect: number): PlannedLook {
  const wish = directedIntent(request)
  const take = shotOf(request.take)
  const random = makeRandom(request.seed)
  const around = (spread: number) => (random() * 2 - 1) * spread
  const lengthening = Math.sqrt(request.durationSeconds / ORDINARY_SECONDS)
  const strength = reachOf(request) * take.strength * wish.pace * wish.strength * lengthening * (1 + around(SEED_STRENGTH))
  const aim = wish.focus ?? { x: take.aim.x + around(SEED_AIM), y: take.aim.y + around(SEED_AIM) }
  const { easeIn, easeOut, focusDepth } = take
  const moves = movesOfShot(wish.moves, take)
  const scene = planCamera({ moves, strength, aim, aspect, imageFidelity: request.imageFidelity, focusDepth, easeIn, easeOut })
  const focusPull = request.hasDepth === true ? readFocusPull(request.prompt) : null
  return {
    scene: { ...scene, ...(wish.progress !== null && { progress: wish.progress }), ...(focusPull !== null && { focusPull }) },
    distortions: strengthened(distortZoomed(wish.distortions, FROM_REST, aspect), wish.strength),
    overlays: wish.overlays.map((kind) => ({ kind, strength: 1 })),
    grade: wish.grade === null ? null : GRADES[wish.grade],
    summary: { moves: wish.moves.map((move) => (move === 'orbit' ? take.openOrbit : move)), unmet: wish.unmet },
  }
}
