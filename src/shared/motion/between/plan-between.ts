import { TRANSITION_NAMES } from '#shared/motion/between/transition-names.ts'
import type { Grade } from '../look/grades.ts'
import { GRADES } from '#shared/motion/look/grades.ts'
import type { PlanRequest } from '#shared/motion/plan-request.ts'
import type { BetweenScene, PlannedLook } from '#shared/motion/motion-plan.ts'
import { directedIntent } from '#shared/motion/controls/directed-intent.ts'
import { makeRandom } from '#shared/motion/random.ts'
import { type Track, valueAt } from '#shared/motion/track.ts'

type BetweenTake = Pick<BetweenScene, 'easeIn' | 'easeOut' | 'order' | 'arc' | 'drift'>

const REST = { push: 0, x: 0, y: 0, turn: 0 }

/** How the videos of one commit differ. The first is the plain one. */
const TAKES: readonly [BetweenTake, ...BetweenTake[]] = [
  { easeIn: 0.4, easeOut: 0.4, order: 0, arc: REST, drift: { x: 0.8, y: 0 } },
  { easeIn: 0.25, easeOut: 0.6, order: 1, arc: { push: 0.16, x: 0.05, y: 0, turn: 1.2 }, drift: { x: -0.8, y: -0.3 } },
  { easeIn: 0.6, easeOut: 0.25, order: -1, arc: { push: 0.14, x: -0.05, y: -0.02, turn: -1.2 }, drift: { x: 0.6, y: 0.5 } },
  { easeIn: 0.5, easeOut: 0.5, order: 0.6, arc: { push: 0.2, x: 0, y: 0.04, turn: 0 }, drift: { x: -0.9, y: 0.3 } },
]
/** The distortion that remains at full fidelity. */
const LEAST_BEND = 0.3

/** Zero at both ends, the full value between. */
function between(value: number): Track {
  return [
    { at: 0, value: 0 },
    { at: 0.2, value },
    { at: 0.8, value },
    { at: 1, value: 0 },
  ]
}

/** The animatable part of a grade. */
function passing(grade: Grade): Grade {
  const { shadows: _shadows, highlights: _highlights, ...tracks } = grade
  return Object.fromEntries(Object.entries(tracks).map(([key, track]) => [key, between(valueAt(track, 0.5))]))
}

/**
 * Plans a video between two pictures, different for each take. The camera follows from the pictures, so requested moves and distortions are
 * unmet; overlays and grades fade in and out. Rule: docs/motion.md, "Between two pictures".
 */
export function planBetween(request: PlanRequest): PlannedLook {
  const wish = directedIntent(request)
  const take = TAKES[request.take % TAKES.length] ?? TAKES[0]
  const bend = 1 + (LEAST_BEND - 1) * request.imageFidelity
  const isMirrored = makeRandom(request.seed)() < 0.5
  const side = isMirrored ? -1 : 1
  const { arc, drift } = take
  const transition = TRANSITION_NAMES[(request.seed + request.take) % TRANSITION_NAMES.length] ?? TRANSITION_NAMES[0]
  const unmetCamera = [...wish.moves, ...wish.distortions].map((kind) => ({
    reason: 'camera-between' as const,
    words: kind.replaceAll('-', ' '),
  }))
  return {
    scene: {
      kind: 'between',
      transition,
      bend,
      easeIn: take.easeIn,
      easeOut: take.easeOut,
      order: take.order,
      arc: { push: arc.push * bend, x: arc.x * bend * side, y: arc.y * bend, turn: arc.turn * bend * side },
      drift: { x: drift.x * side, y: drift.y },
    },
    distortions: [],
    overlays: wish.overlays.map((kind) => ({ kind, strength: between(1) })),
    grade: wish.grade === null ? null : passing(GRADES[wish.grade]),
    summary: { moves: [], unmet: [...unmetCamera, ...wish.unmet] },
  }
}
