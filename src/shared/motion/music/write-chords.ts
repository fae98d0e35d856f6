import type { ChordTime, Outline } from '#shared/motion/music/outline.ts'
import { pitchOfStep } from '#shared/motion/music/scale.ts'
import type { Note } from '#shared/motion/music/score.ts'
import { CHORD_SHAPES } from '#shared/motion/music/style.ts'

const STEPS = 7
const MIDDLE_PITCH = 62
const PULL_TO_MIDDLE = 1.5
const LEGATO = 1.04

/** The scale steps of a chord, from its root up. */
export function chordSteps({ style }: Outline, chord: ChordTime): number[] {
  const isBare = chord.isHome && style.shape === 'seventh'
  return CHORD_SHAPES[isBare ? 'triad' : style.shape].map((step) => chord.degree + step)
}

/** All close voicings of a chord: each inversion, in three octaves. */
function layouts(steps: readonly number[]): number[][] {
  return steps.flatMap((_, turned) =>
    [-STEPS, 0, STEPS].map((shift) => steps.map((step, i) => step + shift + (i < turned ? STEPS : 0)).toSorted((a, b) => a - b)),
  )
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)

function restless(pitches: readonly number[], before: readonly number[] | null): number {
  const middle = Math.abs(sum(pitches) / pitches.length - MIDDLE_PITCH) * PULL_TO_MIDDLE
  return middle + (before ? sum(pitches.map((pitch, i) => Math.abs(pitch - (before[i] ?? pitch)))) : 0)
}

/** The chords as held notes, with the smallest voice movement between them. */
export function writeChords(outline: Outline): Note[] {
  let before: number[] | null = null
  return outline.chords.flatMap((chord) => {
    const ways = layouts(chordSteps(outline, chord)).map((steps) =>
      steps.map((step) => pitchOfStep(outline.style.scale, outline.tonic, step)),
    )
    const pitches = ways.reduce((best, way) => (restless(way, before) < restless(best, before) ? way : best))
    before = pitches
    return pitches.map((pitch) => ({ pitch, startS: chord.startS, lengthS: chord.lengthS * LEGATO, strength: 0.7 }))
  })
}
