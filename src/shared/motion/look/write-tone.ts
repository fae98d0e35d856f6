import type { Grade } from './grades.ts'
import { type Track, valueAt } from '#shared/motion/keyframes.ts'

type Three = readonly [number, number, number]

const LUMA: Three = [0.2126, 0.7152, 0.0722]
/** The change of each channel by full warmth and full magenta. */
const WARM: Three = [0.2, 0.02, -0.26]
const MAGENTA: Three = [0.07, -0.13, 0.08]
/** A full fade: white is this much darker, black this bright. */
const FADE_LOSS = 0.2
const FADE_LIFT = 0.1
const MATRIX_ONE = 8192
const SUM_WHITE = 8160
const CURVE_ONE = 16_384
const MOST = 32_767
const CHANNEL_HALVES = 6

function half(value: number): number {
  return Math.round(Math.min(MOST, Math.max(-MOST, value)))
}

/** Whether a grade changes anything at any time. */
export function changesColours(grade: Grade): boolean {
  return Object.values(grade as Record<string, Track | Three>).some((part) =>
    typeof part === 'number'
      ? part !== 0
      : part.some((key: number | { value: number }) => (typeof key === 'number' ? key : key.value) !== 0),
  )
}

/** The coefficients of the input channels for one output channel, and the offset. */
function matrixRow(grade: Grade, channel: 0 | 1 | 2, time: number): readonly [number, number, number, number] {
  const at = (track: Track | undefined) => (track === undefined ? 0 : valueAt(track, time))
  const cast = (from: Three) => from[0] * LUMA[0] + from[1] * LUMA[1] + from[2] * LUMA[2]
  const warmth = at(grade.warmth)
  const tint = at(grade.tint)
  const balance = 1 + warmth * (WARM[channel] - cast(WARM)) + tint * (MAGENTA[channel] - cast(MAGENTA))
  const fade = at(grade.fade)
  const gain = (1 + at(grade.exposure)) * balance * (1 - FADE_LOSS * fade)
  const colour = 1 + at(grade.saturation)
  const part = (from: 0 | 1 | 2) => gain * (LUMA[from] * (1 - colour) + (from === channel ? colour : 0))
  return [part(0), part(1), part(2), FADE_LIFT * fade]
}

/** Writes the tone block of `Kernel.finish` for a grade at a time (0..1). */
export function writeTone(tone: Int16Array, grade: Grade, time: number): void {
  const contrast = grade.contrast === undefined ? 0 : valueAt(grade.contrast, time)
  for (const channel of [0, 1, 2] as const) {
    const at = channel * CHANNEL_HALVES
    const row = matrixRow(grade, channel, time)
    const shadow = grade.shadows?.[channel] ?? 0
    const highlight = grade.highlights?.[channel] ?? 0
    for (let i = 0; i < 3; i++) tone[at + i] = half((row[i] ?? 0) * MATRIX_ONE)
    tone[at + 3] = half(row[3] * SUM_WHITE)
    tone[at + 4] = half(((shadow + highlight) / 2) * CURVE_ONE)
    tone[at + 5] = half(((highlight - shadow) / 2 + contrast) * CURVE_ONE)
  }
}
