import type { CameraChoice, ControlName, GradeChoice, MotionControls, SwitchedOverlay } from '#motion/controls/motion-controls.ts'
import { MAX_PROMPT_LENGTH } from '#shared/domain/generation-options.ts'
import type { EngineRequest } from '../engine.ts'

/** Settings that a text-only service supports: camera, weather and colours become words; music is composed here. */
export const WORDED_CONTROLS: readonly ControlName[] = ['camera', 'overlays', 'grade', 'negativePrompt', 'music']

const CAMERAS: Record<CameraChoice, string> = {
  'push-in': 'the camera pushes in slowly',
  'pull-out': 'the camera pulls out slowly',
  'pan-left': 'the camera pans left',
  'pan-right': 'the camera pans right',
  'tilt-up': 'the camera tilts up',
  'tilt-down': 'the camera tilts down',
  'orbit-left': 'the camera orbits to the left',
  'orbit-right': 'the camera orbits to the right',
  rise: 'a crane shot, the camera rises',
  sink: 'a crane shot, the camera sinks',
  'dolly-zoom': 'a dolly zoom',
  handheld: 'a handheld camera',
  still: 'a static camera on a tripod',
}

const OVERLAYS: Record<SwitchedOverlay, string> = {
  rain: 'rain falls',
  snow: 'snow falls',
  fog: 'fog drifts through the scene',
  embers: 'glowing embers rise',
  petals: 'petals drift by',
  confetti: 'confetti falls',
  'light-leaks': 'light leaks',
  bokeh: 'soft bokeh lights',
  glow: 'a soft glow',
  vignette: 'a vignette',
  grain: 'film grain',
  letterbox: 'cinematic black bars',
}

const GRADES: Record<Exclude<GradeChoice, 'none'>, string> = {
  warm: 'warm colours',
  golden: 'golden hour light',
  cold: 'cold colours',
  moonlight: 'moonlight',
  'teal-orange': 'teal and orange colours',
  neon: 'neon light',
  dream: 'a dreamy look',
  faded: 'faded colours',
  vintage: 'a vintage look',
  sepia: 'sepia',
  noir: 'black and white film noir',
  bleach: 'a bleach bypass look',
  autumn: 'autumn colours',
  emerald: 'emerald green tones',
  rose: 'rose tones',
}

/**
 * The request with its settings as words in the prompt, for engines without inputs for settings. If the prompt would become too long, it
 * stays unchanged.
 */
export function toWordedRequest(request: EngineRequest): EngineRequest {
  const words = wordsOf(request.controls ?? {})
  if (words.length === 0) return request
  const wordedPrompt = [request.prompt.trim().replace(/[.\s]+$/, ''), ...words].filter((part) => part !== '').join(', ')
  return { ...request, prompt: wordedPrompt.length > MAX_PROMPT_LENGTH ? request.prompt : wordedPrompt }
}

function wordsOf({ camera, overlays = {}, grade }: MotionControls): string[] {
  const overlayEntries = Object.entries(overlays) as [SwitchedOverlay, boolean][]
  return [
    ...(camera === undefined ? [] : [CAMERAS[camera]]),
    ...overlayEntries.filter(([, isOn]) => isOn).map(([kind]) => OVERLAYS[kind]),
    ...(grade === undefined || grade === 'none' ? [] : [GRADES[grade]]),
  ]
}
