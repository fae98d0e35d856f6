import { chordSteps } from '#shared/motion/music/write-chords.ts'
import { type ChordTime, type Outline, type Pick, makePick, timeOfBeat } from '#shared/motion/music/outline.ts'
import { pitchOfStep } from '#shared/motion/music/scale.ts'
import type { Note } from '#shared/motion/music/score.ts'
import type { Rhythm } from '#shared/motion/music/style.ts'

const STEPS = 7
const COMPASS = 9
const BARS_WITH_ANSWER = [0, 0, 1, 0] as const
const CHORDS_WITH_PRELUDE = 5
const WAYS = [-2, -1, -1, 1, 1, 2] as const
const WIDEST_LEAP = 5
const STRESSED = 0.92
const PASSING = 0.72

/** A recurring figure: its rhythm, and the interval of each note from the previous one, in steps. */
interface Motif {
  readonly rhythm: Rhythm
  readonly ways: readonly number[]
}

function makeMotif(rhythm: Rhythm, pick: Pick): Motif {
  return { rhythm, ways: rhythm.map(() => pick(WAYS)) }
}

/** The chord step nearest to `step`, in any octave. */
function nearestOf(steps: readonly number[], step: number): number {
  const octave = Math.floor(step / STEPS) * STEPS
  const all = steps.flatMap((one) => [-STEPS, 0, STEPS].map((shift) => (((one % STEPS) + STEPS) % STEPS) + octave + shift))
  return all.reduce((best, one) => (Math.abs(one - step) < Math.abs(best - step) ? one : best))
}

/** A step limited to the range; one that would repeat the previous note turns back towards the middle. */
function within(step: number, before: number, lowest: number): number {
  const kept = Math.max(lowest, Math.min(lowest + COMPASS, step))
  return kept === before ? before + (before > lowest + COMPASS / 2 ? -1 : 1) : kept
}

/** A melody of two alternating motifs. Stressed notes are chord tones, the others scale tones; the last one is a tone of the last chord. */
export function writeMelody(outline: Outline, random: () => number): Note[] {
  const { style, tonic, chords } = outline
  const pick = makePick(random)
  const { rhythms, lowestStep } = style.melody
  const call = makeMotif(pick(rhythms), pick)
  const answer = makeMotif(pick(rhythms.filter((rhythm) => rhythm !== call.rhythm)), pick)
  let step = lowestStep + Math.floor(COMPASS / 2)

  /** The chord tone near a step; the next one in the same direction where that would repeat the previous note. */
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
    return { pitch, startS, lengthS: beats * outline.beatS, strength: isStressed ? STRESSED : PASSING }
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
