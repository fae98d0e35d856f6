import { zoomForDistortions } from '../distortions/zoom-for-distortions.ts'
import { planCamera } from '../camera/plan-camera.ts'
import { type WeightedMove, movesOfShot, reachOf, shotOf } from '../camera/shots.ts'
import type { Overlay, PlannedStyle, Distortion } from '../motion-plan.ts'
import type { PlanRequest } from '../plan-request.ts'
import { type MotionControls, changeControls } from '../controls/motion-controls.ts'
import { type DirectedIntent, directedIntent } from '../prompt/directed-intent.ts'
import type { PromptIntent } from '../prompt/read-prompt.ts'
import type { UnmetRequest } from '../vocabulary/unmet-request.ts'
import { makeRandom } from '../random.ts'
import type { Move } from '../vocabulary/moves.ts'
import type { DistortionKind } from '../vocabulary/distortion-kinds.ts'
import { mapTrack } from '../keyframes.ts'
import type { Effect, EffectStyle } from './effect.ts'
import { findEffect } from './effects.ts'

const AIM_SPREAD = 0.04
/** The strength of an overlay that the prompt adds to an effect. It is weaker than an ordinary overlay of strength 1. */
const ADDED_OVERLAY_STRENGTH = 0.8

function followsPromptMoves(effect: Effect, intent: PromptIntent): boolean {
  return effect.camera === 'open' && intent.moves.length > 0
}

function sceneOf(effect: Effect, style: EffectStyle, intent: DirectedIntent, request: PlanRequest, aspect: number) {
  const shot = shotOf(request.variation)
  const random = makeRandom(request.seed)
  const randomOffset = () => (random() * 2 - 1) * AIM_SPREAD
  const isPromptCamera = followsPromptMoves(effect, intent)
  const scene = planCamera({
    moves: isPromptCamera ? movesOfShot(intent.moves, shot) : varyMoves(style.moves, effectVariationOf(request.variation)),
    strength: reachOf(request) * shot.strength * intent.pace * intent.strength,
    aim: intent.focus ?? { x: shot.aim.x + randomOffset(), y: shot.aim.y + randomOffset() },
    aspect,
    imageFidelity: request.imageFidelity,
    focusDepth: shot.focusDepth,
    easeIn: shot.easeIn,
    easeOut: shot.easeOut,
  })
  const progress = isPromptCamera ? intent.progress : style.progress
  return progress ? { ...scene, progress } : scene
}

/** The overlays of the prompt that the effect lacks, then the effect's own, which are drawn over them. */
function overlaysOf(style: EffectStyle, intent: PromptIntent): readonly Overlay[] {
  const effectOverlays = style.overlays ?? []
  const addedKinds = intent.overlays.filter((kind) => !effectOverlays.some((overlay) => overlay.kind === kind))
  return [...addedKinds.map((kind) => ({ kind, strength: ADDED_OVERLAY_STRENGTH })), ...effectOverlays]
}

function unmetOf(effect: Effect, intent: PromptIntent, isHandheld: boolean): readonly UnmetRequest[] {
  const moves = effect.camera === 'own' ? intent.moves : []
  const distortions = intent.distortions.filter((kind) => !(isHandheld && kind === 'handheld'))
  const refusedNames = [...moves, ...distortions, ...(intent.grade === null ? [] : [intent.grade])]
  if (refusedNames.length === 0) return intent.unmet
  return [...intent.unmet, { reason: 'fixed-by-effect', words: refusedNames.join(', ').replaceAll('-', ' ') }]
}

/**
 * Plans one picture with a named effect. A prompt sets pace, aim and overlays, and the moves if the effect leaves the camera open. Throws a
 * RangeError for an unknown effect. Rule: docs/motion.md, "Effects".
 */
export function planEffect(request: PlanRequest, aspect: number): PlannedStyle {
  const effect = findEffect(request.effectId ?? '')
  if (effect === null) throw new RangeError(`no effect "${request.effectId}"`)
  const controls = effect.camera === 'own' ? withoutCamera(request.controls) : request.controls
  const intent = directedIntent({ ...request, controls })
  const style = effect.makeStyle(request.seconds)
  const isHandheld = controls?.camera === 'handheld'
  const handheld: readonly Distortion[] = isHandheld ? [{ kind: 'handheld', strength: intent.strength }] : []
  const distortions = [...handheld, ...varyDistortions(style.distortions ?? [], effectVariationOf(request.variation))]
  const { openOrbit } = shotOf(request.variation)
  return {
    scene: zoomForDistortions(sceneOf(effect, style, intent, request, aspect), distortions, aspect),
    distortions,
    overlays: overlaysOf(style, intent),
    grade: style.grade ?? null,
    summary: {
      moves: followsPromptMoves(effect, intent) ? intent.moves.map((move) => (move === 'orbit' ? openOrbit : move)) : [],
      unmet: unmetOf(effect, intent, isHandheld),
    },
  }
}

/** An effect with its own camera ignores the camera controls. */
function withoutCamera(controls: MotionControls | undefined): MotionControls | undefined {
  return changeControls(controls, { camera: undefined, strength: undefined, speed: undefined })
}

/** What differs between the videos of one commit with an effect, in addition to the differences of `Shot`. */
interface EffectVariation {
  readonly isMirrored: boolean
  readonly bend: number
  /** Subtle moves in addition to the effect's own moves. */
  readonly besideMoves: readonly WeightedMove[]
}

const VARIATIONS: readonly [EffectVariation, ...EffectVariation[]] = [
  { isMirrored: false, bend: 1, besideMoves: [] },
  { isMirrored: true, bend: 1.25, besideMoves: [{ move: 'push-in', weight: 0.3 }] },
  { isMirrored: false, bend: 0.75, besideMoves: [{ move: 'orbit-left', weight: 0.8 }] },
  { isMirrored: true, bend: 1.1, besideMoves: [{ move: 'pull-out', weight: 0.5 }] },
]

function effectVariationOf(index: number): EffectVariation {
  return VARIATIONS[index % VARIATIONS.length] ?? VARIATIONS[0]
}

const OPPOSITE_MOVES: Partial<Record<Move, Move>> = {
  'pan-left': 'pan-right',
  'pan-right': 'pan-left',
  'truck-left': 'truck-right',
  'truck-right': 'truck-left',
  'orbit-left': 'orbit-right',
  'orbit-right': 'orbit-left',
}
const TURNING_KINDS: ReadonlySet<DistortionKind> = new Set(['roll', 'swirl'])
/** Distortions that `bend` does not scale: their strength is an amount of visibility, so values above 1 have no meaning. */
const UNSCALED_KINDS: ReadonlySet<DistortionKind> = new Set(['mirror', 'kaleidoscope', 'bulge', 'tiles'])

function varyMoves(moves: readonly WeightedMove[], variation: EffectVariation): readonly WeightedMove[] {
  const mirroredMoves = moves.map(({ move, weight }) => ({ move: (variation.isMirrored && OPPOSITE_MOVES[move]) || move, weight }))
  return [...mirroredMoves, ...variation.besideMoves]
}

function varyDistortions(distortions: readonly Distortion[], variation: EffectVariation): readonly Distortion[] {
  return distortions.map(({ kind, strength }) => {
    const factor = (UNSCALED_KINDS.has(kind) ? 1 : variation.bend) * (variation.isMirrored && TURNING_KINDS.has(kind) ? -1 : 1)
    return { kind, strength: mapTrack(strength, (value) => value * factor) }
  })
}
