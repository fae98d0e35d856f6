import { makeRoom } from '#shared/motion/bends/make-room.ts'
import { planCamera } from '#shared/motion/camera/plan-camera.ts'
import { movesOfTake, takeOf } from '#shared/motion/camera/takes.ts'
import type { Effect, EffectLook } from '#shared/motion/effects/effect.ts'
import { bendsOf, effectTakeOf, movesOf } from '#shared/motion/effects/effect-takes.ts'
import { findEffect } from '#shared/motion/effects/find-effect.ts'
import type { PlanRequest } from '#shared/motion/plan-request.ts'
import type { Overlay } from '#shared/motion/motion-plan.ts'
import type { PlannedLook } from '#shared/motion/motion-plan.ts'
import type { PromptWish } from '#shared/motion/prompt/read-prompt.ts'
import { readPrompt } from '#shared/motion/prompt/read-prompt.ts'
import type { UnmetWish } from '#shared/motion/prompt/unmet-wish.ts'
import { makeRandom } from '#shared/motion/random.ts'

const SEED_AIM = 0.04
/** An overlay that the prompt adds to an effect stays behind the effect's own. */
const ADDED_OVERLAY = 0.8

function listensToMoves(effect: Effect, wish: PromptWish): boolean {
  return effect.camera === 'open' && wish.moves.length > 0
}

function sceneOf(effect: Effect, look: EffectLook, wish: PromptWish, request: PlanRequest, aspect: number) {
  const take = takeOf(request.take)
  const random = makeRandom(request.seed)
  const around = () => (random() * 2 - 1) * SEED_AIM
  const isAsked = listensToMoves(effect, wish)
  const scene = planCamera({
    moves: isAsked ? movesOfTake(wish.moves, take) : movesOf(look.moves, effectTakeOf(request.take)),
    strength: take.strength * wish.pace,
    aim: wish.focus ?? { x: take.aim.x + around(), y: take.aim.y + around() },
    aspect,
    imageFidelity: request.imageFidelity,
    focusDepth: take.focusDepth,
    easeIn: take.easeIn,
    easeOut: take.easeOut,
  })
  return isAsked || look.progress === undefined ? scene : { ...scene, progress: look.progress }
}

/** The prompt's overlays that the effect lacks go below its own. */
function overlaysOf(look: EffectLook, wish: PromptWish): readonly Overlay[] {
  const own = look.overlays ?? []
  const added = wish.overlays.filter((kind) => !own.some((overlay) => overlay.kind === kind))
  return [...added.map((kind) => ({ kind, strength: ADDED_OVERLAY })), ...own]
}

function unmetOf(effect: Effect, wish: PromptWish): readonly UnmetWish[] {
  const moves = effect.camera === 'own' ? wish.moves : []
  const refused = [...moves, ...wish.bends, ...(wish.grade === null ? [] : [wish.grade])]
  if (refused.length === 0) return wish.unmet
  return [...wish.unmet, { reason: 'fixed-by-effect', words: refused.join(', ').replaceAll('-', ' ') }]
}

/**
 * One picture and a named effect. Of a prompt it takes pace, aim and overlays, and the moves where the effect leaves the camera open.
 * Throws a RangeError for an unknown effect. Rule: docs/rules.md, "Effects".
 */
export function planEffect(request: PlanRequest, aspect: number): PlannedLook {
  const effect = findEffect(request.templateId ?? '')
  if (effect === null) throw new RangeError(`no effect "${request.templateId}"`)
  const wish = readPrompt(request.prompt)
  const look = effect.look(request.durationSeconds)
  const bends = bendsOf(look.bends ?? [], effectTakeOf(request.take))
  const { openOrbit } = takeOf(request.take)
  return {
    scene: makeRoom(sceneOf(effect, look, wish, request, aspect), bends, aspect),
    bends,
    overlays: overlaysOf(look, wish),
    grade: look.grade ?? null,
    summary: {
      moves: listensToMoves(effect, wish) ? wish.moves.map((move) => (move === 'orbit' ? openOrbit : move)) : [],
      unmet: unmetOf(effect, wish),
    },
  }
}
