import { type ChordTime, type Outline, makePick, timeOfBeat } from './outline.ts'
import { type Hit, type Note, pitchOfStep, DRUMS } from './score.ts'
import { CHORD_SHAPES } from './style.ts'

const STEPS_PER_OCTAVE = 7
const OCTAVE_SEMITONES = 12
const MIDDLE_PITCH = 62
const MIDDLE_WEIGHT = 1.5
const LEGATO_FACTOR = 1.04
const MAX_BASS_PITCH = 47
const FIGURE_LENGTH_FACTOR = 1.6
const STRUM_NOTES = 4
const STRUM_STEP_S = 0.09
const LAST_STRUM_S = 1
/** In a piece with more chords than this, the drums start after the first chord. */
const CHORDS_WITH_BUILD_UP = 4

/** The chords as sustained notes, with the smallest voice movement between them. */
export function writeChords(outline: Outline): Note[] {
  let previousPitches: number[] | null = null
  return outline.chords.flatMap((chord) => {
    const voicings = closeVoicings(chordSteps(outline, chord)).map((steps) =>
      steps.map((step) => pitchOfStep(outline.style.scale, outline.tonic, step)),
    )
    const pitches = voicings.reduce((bestVoicing, voicing) =>
      voicingCost(voicing, previousPitches) < voicingCost(bestVoicing, previousPitches) ? voicing : bestVoicing,
    )
    previousPitches = pitches
    return pitches.map((pitch) => ({ pitch, startS: chord.startS, lengthS: chord.lengthS * LEGATO_FACTOR, strength: 0.7 }))
  })
}

/** All close voicings of a chord: each inversion, in three octaves. */
function closeVoicings(steps: readonly number[]): number[][] {
  return steps.flatMap((_, inversion) =>
    [-STEPS_PER_OCTAVE, 0, STEPS_PER_OCTAVE].map((shift) =>
      steps.map((step, i) => step + shift + (i < inversion ? STEPS_PER_OCTAVE : 0)).toSorted((a, b) => a - b),
    ),
  )
}

function voicingCost(pitches: readonly number[], previousPitches: readonly number[] | null): number {
  const middleDistance = Math.abs(sum(pitches) / pitches.length - MIDDLE_PITCH) * MIDDLE_WEIGHT
  return middleDistance + (previousPitches ? sum(pitches.map((pitch, i) => Math.abs(pitch - (previousPitches[i] ?? pitch)))) : 0)
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)

/** The scale steps of a chord, from its root up. */
export function chordSteps({ style }: Outline, chord: ChordTime): number[] {
  const isTriad = chord.isHome && style.shape === 'seventh'
  return CHORD_SHAPES[isTriad ? 'triad' : style.shape].map((step) => chord.degree + step)
}

export function writeBass(outline: Outline, random: () => number): Note[] {
  const { style, tonic, beatS } = outline
  const rhythm = makePick(random)(style.bass.rhythms)
  return outline.chords.flatMap((chord) => {
    const root = lowerBass(pitchOfStep(style.scale, tonic, chord.degree))
    const leapSemitones = pitchOfStep(style.scale, tonic, chord.degree + style.bass.leap) - pitchOfStep(style.scale, tonic, chord.degree)
    if (chord.isHome) return [{ pitch: root, startS: chord.startS, lengthS: chord.lengthS, strength: 0.9 }]
    return rhythm.flatMap(([start, beats], i) => {
      const beat = start - chord.beatInBar
      if (beat < 0 || beat >= style.chordBeats) return []
      const pitch = i % 2 === 1 ? root + leapSemitones : root
      return [{ pitch, startS: timeOfBeat(outline, chord, beat), lengthS: beats * beatS, strength: beat === 0 ? 0.95 : 0.8 }]
    })
  })
}

function lowerBass(pitch: number): number {
  return pitch > MAX_BASS_PITCH ? lowerBass(pitch - OCTAVE_SEMITONES) : pitch
}

/** Broken chords in even steps. */
export function writeFigure(outline: Outline, random: () => number): Note[] {
  const { figure, chordBeats } = outline.style
  if (!figure) return []
  const shape = makePick(random)(figure.shapes)
  let noteIndex = 0
  return outline.chords.flatMap((chord) => {
    if (chord.isHome) return strumHomeChord(outline, chord)
    return Array.from({ length: chordBeats / figure.stepBeats }, (_, i): Note => {
      const pitch = toneOf(outline, chord, shape[noteIndex++ % shape.length] ?? 0)
      const beat = i * figure.stepBeats
      const startS = timeOfBeat(outline, chord, beat)
      const lengthS = figure.stepBeats * outline.beatS * FIGURE_LENGTH_FACTOR
      return { pitch, startS, lengthS, strength: (beat === Math.floor(beat) ? 0.8 : 0.6) + random() * 0.1 }
    })
  })
}

/** The last chord, arpeggiated and sustained. While there is time, it is repeated more softly after each ordinary chord length. */
function strumHomeChord(outline: Outline, chord: ChordTime): Note[] {
  const strumIntervalS = outline.style.chordBeats * outline.beatS
  const count = 1 + Math.max(0, Math.floor((chord.lengthS - LAST_STRUM_S) / strumIntervalS))
  return Array.from({ length: count * STRUM_NOTES }, (_, i) => {
    const [strumIndex, noteInStrum] = [Math.floor(i / STRUM_NOTES), i % STRUM_NOTES]
    const delayS = strumIndex * strumIntervalS + noteInStrum * STRUM_STEP_S
    return {
      pitch: toneOf(outline, chord, noteInStrum),
      startS: chord.startS + delayS,
      lengthS: chord.lengthS - delayS,
      strength: 0.75 / (1 + strumIndex / 2),
    }
  })
}

/** The pitch of a chord tone by its number from the lowest; higher numbers continue in the next octaves. */
function toneOf(outline: Outline, chord: ChordTime, toneNumber: number): number {
  const steps = chordSteps(outline, chord).map((step) => ((step % STEPS_PER_OCTAVE) + STEPS_PER_OCTAVE) % STEPS_PER_OCTAVE)
  const sortedSteps = [...new Set(steps)].toSorted((a, b) => a - b)
  const step = (sortedSteps[toneNumber % sortedSteps.length] ?? 0) + Math.floor(toneNumber / sortedSteps.length) * STEPS_PER_OCTAVE
  return pitchOfStep(outline.style.scale, outline.tonic, step + STEPS_PER_OCTAVE)
}

/** Drum hits of every bar; they start after the first chord of a longer piece, and the last chord has one hit of each deep drum. */
export function writeDrums(outline: Outline, random: () => number): Hit[] {
  const { drums, chordBeats } = outline.style
  if (!drums) return []
  return outline.chords.flatMap((chord, index) => {
    if (index === 0 && outline.chords.length > CHORDS_WITH_BUILD_UP) return []
    return DRUMS.flatMap((drum) => {
      const beats = chord.isHome ? (drum === 'kick' || drum === 'boom' ? [0] : []) : (drums.strokes[drum] ?? [])
      const beatsInChord = beats
        .map((beat) => (chord.isHome ? beat : beat - chord.beatInBar))
        .filter((beat) => beat >= 0 && beat < chordBeats)
      return beatsInChord.map((beat): Hit => {
        const startS = timeOfBeat(outline, chord, beat)
        return { drum, startS, strength: (beat === Math.floor(beat) ? 0.85 : 0.65) + random() * 0.15 }
      })
    })
  })
}
