import type { Music, MusicRequest, Mood } from './music.ts'
import { type Score, type Note, pitchOfStep } from './score.ts'
import { makeRandom, seedOf } from '#motion/random.ts'
import { samplesOf } from './bus.ts'
import { master } from './master.ts'
import { perform } from './perform.ts'
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
  const mix = perform(score, STYLES[request.mood], samplesOf(request.seconds), random)
  master(mix)
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
  readonly ways: readonly number[]
}

const MELODY_INTERVALS = [-2, -1, -1, 1, 1, 2] as const

function makeMotif(rhythm: Rhythm, pick: Pick): Motif {
  return { rhythm, ways: rhythm.map(() => pick(MELODY_INTERVALS)) }
}

const STEPS_IN_OCTAVE = 7

/** The chord step nearest to `step`, in any octave. */
function nearestOf(steps: readonly number[], step: number): number {
  const octave = Math.floor(step / STEPS_IN_OCTAVE) * STEPS_IN_OCTAVE
  const all = steps.flatMap((one) =>
    [-STEPS_IN_OCTAVE, 0, STEPS_IN_OCTAVE].map((shift) => (((one % STEPS_IN_OCTAVE) + STEPS_IN_OCTAVE) % STEPS_IN_OCTAVE) + octave + shift),
  )
  return all.reduce((best, one) => (Math.abs(one - step) < Math.abs(best - step) ? one : best))
}

const COMPASS = 9

/** A step limited to the range. A step that would repeat the previous note becomes the next step towards the middle. */
function within(step: number, before: number, lowest: number): number {
  const limited = Math.max(lowest, Math.min(lowest + COMPASS, step))
  return limited === before ? before + (before > lowest + COMPASS / 2 ? -1 : 1) : limited
}

const BARS_WITH_ANSWER = [0, 0, 1, 0] as const
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
  let step = lowestStep + Math.floor(COMPASS / 2)

  /** The chord tone near a step. If it would repeat the previous note, the chord tone beyond it in the direction of the melody. */
  function stressedStep(chord: readonly number[], wanted: number, direction: number): number {
    const near = nearestOf(chord, wanted)
    const further = nearestOf(chord, wanted + 2 * direction)
    return near === step && Math.abs(further - step) <= WIDEST_LEAP ? further : near
  }

  function noteAt(chord: ChordTime, beat: number, beats: number, way: number): Note {
    const isStressed = beat === Math.floor(beat)
    const moved = within(step + way, step, lowestStep)
    step = isStressed ? stressedStep(chordSteps(outline, chord), moved, moved < step ? -1 : 1) : moved
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
      return beat < 0 || beat >= style.chordBeats ? [] : [noteAt(chord, beat, beats, motif.ways[i] ?? 0)]
    })
  })
}
