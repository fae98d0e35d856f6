import type { Music, MusicRequest, Mood } from './music.ts'
import { type Score, type Note, pitchOfStep } from './score.ts'
import { makeRandom, seedOf } from '#motion/random.ts'
import { toSampleCount } from './bus.ts'
import { masterMix } from './master.ts'
import { performScore } from './perform.ts'
import { makeOutline, type ChordTime, type Outline, type Pick, makePick, timeOfBeat } from './outline.ts'
import { writeChords, chordSteps, writeBass, writeDrums, writeFigure } from './write-parts.ts'
import type { Style, Rhythm } from './style.ts'
import { CALM, DREAMY, NOSTALGIC, ROMANTIC } from './styles/gentle-styles.ts'
import { DARK, MYSTERIOUS, TENSE } from './styles/dark-styles.ts'
import { EPIC, PLAYFUL, UPBEAT } from './styles/lively-styles.ts'

/** The style of each mood. */
export const STYLES: Record<Mood, Style> = {
  calm: CALM,
  dreamy: DREAMY,
  tense: TENSE,
  playful: PLAYFUL,
  epic: EPIC,
  nostalgic: NOSTALGIC,
  dark: DARK,
  upbeat: UPBEAT,
  romantic: ROMANTIC,
  mysterious: MYSTERIOUS,
}

/**
 * Composes a piece of 3 seconds or more. It fades in, ends on its tonic chord and fades out to silence. The same request returns the same
 * samples in every JavaScript engine. Rule: docs/motion.md, "Soundtrack".
 */
export function composeMusic(request: MusicRequest): Music {
  const random = makeRandom(seedOf(`${request.mood} ${request.seed}`))
  const score = writeScore(request, random)
  const mix = performScore(score, STYLES[request.mood], toSampleCount(request.seconds), random)
  masterMix(mix)
  return mix
}

/** Writes the notes of a piece; the mood leaves some choices to chance. */
export function writeScore({ mood, seconds }: MusicRequest, random: () => number): Score {
  const style = STYLES[mood]
  const outline = makeOutline(style, seconds, random)
  return {
    beatsPerMinute: 60 / outline.beatS,
    tonic: outline.tonic,
    scale: style.scale,
    chordStartsS: outline.chords.map((chord) => chord.startS),
    pad: writeChords(outline),
    bass: writeBass(outline, random),
    figure: writeFigure(outline, random),
    melody: writeMelody(outline, random),
    drums: writeDrums(outline, random),
  }
}

/** A recurring figure: its rhythm, and the interval of each note from the previous one, in steps. */
interface Motif {
  readonly rhythm: Rhythm
  readonly intervals: readonly number[]
}

const MELODY_INTERVALS = [-2, -1, -1, 1, 1, 2] as const

function makeMotif(rhythm: Rhythm, pick: Pick): Motif {
  return { rhythm, intervals: rhythm.map(() => pick(MELODY_INTERVALS)) }
}

const STEPS_IN_OCTAVE = 7

/** The chord step nearest to `step`, in any octave. */
function nearestOf(steps: readonly number[], step: number): number {
  const octave = Math.floor(step / STEPS_IN_OCTAVE) * STEPS_IN_OCTAVE
  const candidates = steps.flatMap((candidate) =>
    [-STEPS_IN_OCTAVE, 0, STEPS_IN_OCTAVE].map(
      (shift) => (((candidate % STEPS_IN_OCTAVE) + STEPS_IN_OCTAVE) % STEPS_IN_OCTAVE) + octave + shift,
    ),
  )
  return candidates.reduce((nearest, candidate) => (Math.abs(candidate - step) < Math.abs(nearest - step) ? candidate : nearest))
}

/** The distance between the lowest and the highest note of a melody, in steps. */
const MELODY_RANGE = 9

/** A step limited to the range. A step that would repeat the previous note becomes the next step towards the middle. */
function limitStep(step: number, previousStep: number, lowest: number): number {
  const limitedStep = Math.max(lowest, Math.min(lowest + MELODY_RANGE, step))
  return limitedStep === previousStep ? previousStep + (previousStep > lowest + MELODY_RANGE / 2 ? -1 : 1) : limitedStep
}

/** The motif of each bar: 0 is the first one, 1 the second. The pattern repeats. */
const BARS_WITH_ANSWER = [0, 0, 1, 0] as const
/** In a piece with more chords than this, the melody starts after the first chord. */
const CHORDS_WITH_PRELUDE = 5
const WIDEST_LEAP = 5
const STRESSED_STRENGTH = 0.92
const PASSING_STRENGTH = 0.72

/**
 * A melody of two alternating motifs. Stressed notes are chord tones, the others scale tones; the last note is a tone of the last chord.
 */
function writeMelody(outline: Outline, random: () => number): Note[] {
  const { style, tonic, chords } = outline
  const pick = makePick(random)
  const { rhythms, lowestStep } = style.melody
  const call = makeMotif(pick(rhythms), pick)
  const answer = makeMotif(pick(rhythms.filter((rhythm) => rhythm !== call.rhythm)), pick)
  let step = lowestStep + Math.floor(MELODY_RANGE / 2)

  /**
   * The chord tone nearest to a step. If this tone repeats the previous note, the next chord tone in the direction of the melody, unless it
   * is too far away.
   */
  function stressedStep(chord: readonly number[], targetStep: number, direction: number): number {
    const nearestStep = nearestOf(chord, targetStep)
    const fartherStep = nearestOf(chord, targetStep + 2 * direction)
    return nearestStep === step && Math.abs(fartherStep - step) <= WIDEST_LEAP ? fartherStep : nearestStep
  }

  function noteAt(chord: ChordTime, beat: number, beats: number, interval: number): Note {
    const isStressed = beat === Math.floor(beat)
    const nextStep = limitStep(step + interval, step, lowestStep)
    step = isStressed ? stressedStep(chordSteps(outline, chord), nextStep, nextStep < step ? -1 : 1) : nextStep
    const startS = timeOfBeat(outline, chord, beat)
    const pitch = pitchOfStep(style.scale, tonic, step)
    return { pitch, startS, lengthS: beats * outline.beatS, strength: isStressed ? STRESSED_STRENGTH : PASSING_STRENGTH }
  }

  return chords.flatMap((chord, index) => {
    if (chord.isHome) return [noteAt(chord, 0, chord.lengthS / outline.beatS, -1)]
    if (index === 0 && chords.length > CHORDS_WITH_PRELUDE) return []
    const motif = BARS_WITH_ANSWER[chord.bar % BARS_WITH_ANSWER.length] === 1 ? answer : call
    return motif.rhythm.flatMap(([start, beats], i) => {
      const beat = start - chord.beatInBar
      return beat < 0 || beat >= style.chordBeats ? [] : [noteAt(chord, beat, beats, motif.intervals[i] ?? 0)]
    })
  })
}
