import { type MotionPlan, type PlannedStyle, type FocusPull, type BetweenScene, TRANSITION_NAMES } from './motion-plan.ts'
import type { PlanRequest } from './plan-request.ts'
import { planEffect } from './effects/plan-effect.ts'
import { zoomAndDistort } from './distortions/zoom-for-distortions.ts'
import { planCamera } from './camera/plan-camera.ts'
import { movesOfShot, reachOf, shotOf } from './camera/shots.ts'
import { GRADES, type Grade } from './vocabulary/grades.ts'
import { directedIntent, strengthenHandheld } from './prompt/directed-intent.ts'
import { outputWindow } from './controls/output-window.ts'
import { makeRandom } from './random.ts'
import { type Track, valueAt } from './keyframes.ts'

/** The duration that the moves are designed for. */
const ORDINARY_SECONDS = 6
const STRENGTH_SPREAD = 0.08
const AIM_SPREAD = 0.03
/** The strength of distortions: 0 at the start, full after a tenth of the time. */
const STRENGTH_FROM_REST = [
  { at: 0, value: 0 },
  { at: 0.1, value: 1 },
]

/** The distance between the seeds of variations, so that random positions differ in each variation. */
const VARIATION_SEED_STEP = 0x9e3779b1

/** Plans one video. The same request returns the same plan. Rule: docs/motion.md, "Motion". */
export function makePlan(request: PlanRequest): MotionPlan {
  const { controls, picture, framesPerSecond } = request
  const window = outputWindow(picture, controls?.output)
  const aspect = (picture.width * window.width) / (picture.height * window.height)
  const frameCount = Math.round(request.seconds * framesPerSecond)
  return {
    version: 2,
    frameCount,
    framesPerSecond,
    aspect,
    ...(controls?.output !== undefined && { window }),
    ...(controls?.brush !== undefined && request.kind !== 'between' && { brush: controls.brush }),
    seed: (request.seed + request.variation * VARIATION_SEED_STEP) >>> 0,
    ...planStyle(request, aspect),
  }
}

function planStyle(request: PlanRequest, aspect: number) {
  if (request.kind === 'between') return planBetween(request)
  return request.kind === 'effect' ? planEffect(request, aspect) : planMove(request, aspect)
}

/**
 * Plans one picture with a prompt. The camera follows the moves of the prompt, or the moves of the variation if the prompt names none. The
 * path is longer in longer videos.
 */
function planMove(request: PlanRequest, aspect: number): PlannedStyle {
  const intent = directedIntent(request)
  const shot = shotOf(request.variation)
  const random = makeRandom(request.seed)
  const randomOffset = (spread: number) => (random() * 2 - 1) * spread
  const lengthFactor = Math.sqrt(request.seconds / ORDINARY_SECONDS)
  const strength = reachOf(request) * shot.strength * intent.pace * intent.strength * lengthFactor * (1 + randomOffset(STRENGTH_SPREAD))
  const aim = intent.focus ?? { x: shot.aim.x + randomOffset(AIM_SPREAD), y: shot.aim.y + randomOffset(AIM_SPREAD) }
  const { easeIn, easeOut, focusDepth } = shot
  const moves = movesOfShot(intent.moves, shot)
  const scene = planCamera({ moves, strength, aim, aspect, imageFidelity: request.imageFidelity, focusDepth, easeIn, easeOut })
  const focusPull = request.hasDepth === true ? readFocusPull(request.prompt) : null
  return {
    scene: { ...scene, ...(intent.progress !== null && { progress: intent.progress }), ...(focusPull !== null && { focusPull }) },
    distortions: strengthenHandheld(zoomAndDistort(intent.distortions, STRENGTH_FROM_REST, aspect), intent.strength),
    overlays: intent.overlays.map((kind) => ({ kind, strength: 1 })),
    grade: intent.grade === null ? null : GRADES[intent.grade],
    summary: { moves: intent.moves.map((move) => (move === 'orbit' ? shot.openOrbit : move)), unmet: intent.unmet },
  }
}

/** The depths of a near and of a far focus: slightly off the nearest and the farthest depth, so that more of the picture is sharp. */
const NEAR_FOCUS = 0.75
const FAR_FOCUS = 0.08
const NEGATION_BEFORE = /\b(?:no|not|don'?t|without|avoid)\s+(?:\w+\s+){0,3}$/
const FOCUS_PULL =
  /\b(?:rack(?:s|ing)?(?: the)?|pull(?:s|ing)?(?: the)?|shift(?:s|ing)?(?: the)?)[ -]focus\b|\bfocus[ -](?:pull|shift|rack)s?\b|\bfocus (?:shifts|moves|racks)\b/
const SHALLOW_FOCUS = /\bshallow (?:focus|depth of field)\b|\b(?:blurred|blurry|soft|out[ -]of[ -]focus) background\b/
const FOCUS_TO_FAR = /\b(?:to|onto|towards?) the (?:background|distance|horizon|far)\b|\bfrom the (?:foreground|front)\b/

/** The focus that an English prompt requests; null without one. Rule: docs/motion.md, "Measured depth". */
export function readFocusPull(prompt: string): FocusPull | null {
  const text = prompt.toLowerCase().replaceAll(/\s+/g, ' ')
  const isRequested = (pattern: RegExp) => {
    const match = pattern.exec(text)
    return match !== null && !NEGATION_BEFORE.test(text.slice(0, match.index))
  }
  if (isRequested(FOCUS_PULL)) return FOCUS_TO_FAR.test(text) ? { from: NEAR_FOCUS, to: FAR_FOCUS } : { from: FAR_FOCUS, to: NEAR_FOCUS }
  return isRequested(SHALLOW_FOCUS) ? { from: NEAR_FOCUS, to: NEAR_FOCUS } : null
}

type BetweenVariation = Pick<BetweenScene, 'easeIn' | 'easeOut' | 'order' | 'arc' | 'drift'>

/** Zero at both ends, the full value in between. */
function fadeInAndOut(value: number): Track {
  return [
    { at: 0, value: 0 },
    { at: 0.2, value },
    { at: 0.8, value },
    { at: 1, value: 0 },
  ]
}

/** The grade, faded in and out. Tints of shadows and highlights are left out, because they are not animated. */
function fadeGrade(grade: Grade): Grade {
  const { shadows: _shadows, highlights: _highlights, ...tracks } = grade
  return Object.fromEntries(Object.entries(tracks).map(([key, track]) => [key, fadeInAndOut(valueAt(track, 0.5))]))
}

const REST_ARC = { push: 0, x: 0, y: 0, turn: 0 }
/** The differences between the videos of one commit with two pictures. The first video has no camera arc. */
const BETWEEN_VARIATIONS: readonly [BetweenVariation, ...BetweenVariation[]] = [
  { easeIn: 0.4, easeOut: 0.4, order: 0, arc: REST_ARC, drift: { x: 0.8, y: 0 } },
  { easeIn: 0.25, easeOut: 0.6, order: 1, arc: { push: 0.16, x: 0.05, y: 0, turn: 1.2 }, drift: { x: -0.8, y: -0.3 } },
  { easeIn: 0.6, easeOut: 0.25, order: -1, arc: { push: 0.14, x: -0.05, y: -0.02, turn: -1.2 }, drift: { x: 0.6, y: 0.5 } },
  { easeIn: 0.5, easeOut: 0.5, order: 0.6, arc: { push: 0.2, x: 0, y: 0.04, turn: 0 }, drift: { x: -0.9, y: 0.3 } },
]
/** The share of the distortion that remains at full fidelity. */
const LEAST_BEND = 0.3

/**
 * Plans a video between two pictures, different per variation. The pictures determine the camera, so requested moves and distortions are
 * unmet. Overlays and grades fade in and out. Rule: docs/motion.md, "Between two pictures".
 */
function planBetween(request: PlanRequest): PlannedStyle {
  const intent = directedIntent(request)
  const variation = BETWEEN_VARIATIONS[request.variation % BETWEEN_VARIATIONS.length] ?? BETWEEN_VARIATIONS[0]
  const bend = 1 + (LEAST_BEND - 1) * request.imageFidelity
  const isMirrored = makeRandom(request.seed)() < 0.5
  const direction = isMirrored ? -1 : 1
  const { arc, drift } = variation
  const transition = TRANSITION_NAMES[(request.seed + request.variation) % TRANSITION_NAMES.length] ?? TRANSITION_NAMES[0]
  const unmetCamera = [...intent.moves, ...intent.distortions].map((kind) => ({
    reason: 'camera-between' as const,
    words: kind.replaceAll('-', ' '),
  }))
  return {
    scene: {
      kind: 'between',
      transition,
      bend,
      easeIn: variation.easeIn,
      easeOut: variation.easeOut,
      order: variation.order,
      arc: { push: arc.push * bend, x: arc.x * bend * direction, y: arc.y * bend, turn: arc.turn * bend * direction },
      drift: { x: drift.x * direction, y: drift.y },
    },
    distortions: [],
    overlays: intent.overlays.map((kind) => ({ kind, strength: fadeInAndOut(1) })),
    grade: intent.grade === null ? null : fadeGrade(GRADES[intent.grade]),
    summary: { moves: [], unmet: [...unmetCamera, ...intent.unmet] },
  }
}
