import type { OverlayKind } from '../vocabulary/overlay-kinds.ts'
import { type PromptIntent, readPrompt } from './read-prompt.ts'
import type { Distortion } from '../motion-plan.ts'
import type { PlanRequest } from '../plan-request.ts'
import { type Track, mapTrack } from '../keyframes.ts'
import { type MotionControls, ORDINARY_FACTOR } from '../controls/motion-controls.ts'
import { outputWindow } from '../controls/output-window.ts'

/** The combined intent of prompt and controls. */
export interface DirectedIntent extends PromptIntent {
  /** The factor on the distance that the camera moves. */
  readonly strength: number
  /** The camera's progress on its path over time, if the speed control is above 1; otherwise null. */
  readonly progress: Track | null
}

const HALF = 0.5

/** The prompt's intent, overridden by each control that is set. Rule: docs/motion.md, "Controls". */
export function directedIntent({ prompt, controls = {}, picture }: Pick<PlanRequest, 'prompt' | 'controls' | 'picture'>): DirectedIntent {
  const promptIntent = readPrompt(prompt)
  const { speed } = controls
  return {
    ...promptIntent,
    ...cameraOf(promptIntent, controls),
    pace: speed === undefined ? promptIntent.pace : Math.min(ORDINARY_FACTOR, speed),
    strength: controls.camera === 'still' ? 0 : (controls.strength ?? ORDINARY_FACTOR),
    progress: speed === undefined || speed <= ORDINARY_FACTOR ? null : arriveAt(1 / speed),
    focus: focusOf(controls, picture) ?? promptIntent.focus,
    overlays: overlaysOf(promptIntent.overlays, controls.overlays),
    grade: controls.grade === undefined ? promptIntent.grade : controls.grade === 'none' ? null : controls.grade,
  }
}

/** The moves and distortions after the camera control. `handheld` is a distortion that replaces all moves; a move replaces `handheld`. */
function cameraOf(promptIntent: PromptIntent, { camera }: MotionControls): Pick<PromptIntent, 'moves' | 'distortions'> {
  if (camera === undefined) return promptIntent
  const otherDistortions = promptIntent.distortions.filter((kind) => kind !== 'handheld')
  return camera === 'handheld'
    ? { moves: [], distortions: [...otherDistortions, camera] }
    : { moves: [camera], distortions: otherDistortions }
}

/** The focus control, from the centre of the shown part: x and y are -0.5..0.5 of the part's width and height. */
function focusOf({ focus, output }: MotionControls, picture: PlanRequest['picture']): PromptIntent['focus'] {
  if (focus === undefined) return null
  const { x, y, width, height } = outputWindow(picture, output)
  const shareAlong = (position: number, start: number, side: number) => Math.max(-HALF, Math.min(HALF, (position - start) / side - HALF))
  return { x: shareAlong(focus.x, x, width), y: shareAlong(focus.y, y, height) }
}

function overlaysOf(promptKinds: readonly OverlayKind[], switches: MotionControls['overlays'] = {}): readonly OverlayKind[] {
  const switchStates = Object.entries(switches) as [OverlayKind, boolean][]
  const offKinds = new Set(switchStates.filter(([, isOn]) => !isOn).map(([kind]) => kind))
  const onKinds = switchStates.filter(([, isOn]) => isOn).map(([kind]) => kind)
  return [...new Set([...promptKinds, ...onKinds])].filter((kind) => !offKinds.has(kind))
}

function arriveAt(time: number): Track {
  return [
    { at: 0, value: 0 },
    { at: time, value: 1 },
  ]
}

/**
 * Multiplies the handheld shake by the strength control. The zoom that hides the picture's edges grows with the shake, and never shrinks.
 */
export function strengthenHandheld(distortions: readonly Distortion[], strength: number): readonly Distortion[] {
  if (strength === ORDINARY_FACTOR || !distortions.some(({ kind }) => kind === 'handheld')) return distortions
  return distortions.map((distortion) => {
    const { kind, strength: track } = distortion
    const factor = kind === 'handheld' ? strength : kind === 'closer' ? Math.max(ORDINARY_FACTOR, strength) : ORDINARY_FACTOR
    return { kind, strength: mapTrack(track, (value) => value * factor) }
  })
}
