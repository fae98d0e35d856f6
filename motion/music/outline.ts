import type { Style } from './style.ts'

/** The time span of one chord. */
export interface ChordTime {
  readonly startS: number
  readonly lengthS: number
  /** The degree of the scale that is the chord's root. */
  readonly degree: number
  readonly bar: number
  readonly beatInBar: number
  /** True for the last chord, which is on the tonic. */
  readonly isHome: boolean
}

/** The structure of a piece: its chords in time. */
export interface Outline {
  readonly style: Style
  readonly tonic: number
  readonly beatS: number
  readonly chords: readonly ChordTime[]
}

/** Silence before the first note, because an encoder may lose its first packet. */
const LEAD_S = 0.045
/** The shortest and longest duration of the last chord: the smaller one of a share of the piece and a number of seconds. */
const HOME_MIN = { part: 0.27, seconds: 3 }
const HOME_MAX = { part: 0.4, seconds: 4.5 }
const MIN_CHORDS = 2
const LOWEST_TONIC = 50
const TONIC_COUNT = 12

export type Pick = <T>(from: readonly T[]) => T

/** Random choice from a list, which must not be empty. */
export function makePick(random: () => number): Pick {
  return (from) => {
    const choice = from[Math.floor(random() * from.length)]
    if (choice === undefined) throw new Error('nothing to choose from')
    return choice
  }
}

/**
 * The number of chords before the last chord, and the duration of the last chord. They are chosen so that the tempo is closest to the
 * mood's.
 */
function fitChords(spanS: number, chordS: number, seconds: number): { count: number; homeS: number } {
  const minHomeS = Math.min(seconds * HOME_MIN.part, HOME_MIN.seconds)
  const maxHomeS = Math.min(seconds * HOME_MAX.part, HOME_MAX.seconds)
  const homeSecondsFor = (count: number) => Math.min(maxHomeS, Math.max(minHomeS, spanS - count * chordS))
  const tempoDeviation = (count: number) => {
    const tempoRatio = (count * chordS) / (spanS - homeSecondsFor(count))
    return Math.max(tempoRatio, 1 / tempoRatio)
  }
  let bestCount = MIN_CHORDS
  for (let count = MIN_CHORDS; count <= Math.ceil(spanS / chordS); count++)
    if (tempoDeviation(count) < tempoDeviation(bestCount)) bestCount = count
  return { count: bestCount, homeS: homeSecondsFor(bestCount) }
}

/** Degrees of the chords before the last one, from the tonic to a cadence. */
function degreesOf(style: Style, count: number, pick: Pick): number[] {
  const progression = pick(style.chords)
  const cadence = pick(style.cadences)
  const chordsPerBar = style.barBeats / style.chordBeats
  const chordRepeats = count > progression.length + 1 ? chordsPerBar : 1
  return Array.from({ length: count }, (_, i) =>
    i === count - 1 ? cadence : (progression[Math.floor(i / chordRepeats) % progression.length] ?? 0),
  )
}

/** Fits whole chords into `seconds` at a tempo near the mood's. */
export function makeOutline(style: Style, seconds: number, random: () => number): Outline {
  const pick = makePick(random)
  const [slowest, fastest] = style.beatsPerMinute
  const wantedBeatS = 60 / (slowest + (fastest - slowest) * random())
  const spanS = seconds - LEAD_S
  const { count, homeS } = fitChords(spanS, wantedBeatS * style.chordBeats, seconds)
  const chordS = (spanS - homeS) / count
  const degrees = [...degreesOf(style, count, pick), 0]
  const chords = degrees.map((degree, i) => ({
    degree,
    startS: LEAD_S + i * chordS,
    lengthS: i === count ? homeS : chordS,
    bar: Math.floor((i * style.chordBeats) / style.barBeats),
    beatInBar: (i * style.chordBeats) % style.barBeats,
    isHome: i === count,
  }))
  return { style, tonic: LOWEST_TONIC + Math.floor(random() * TONIC_COUNT), beatS: chordS / style.chordBeats, chords }
}

/** The time of a chord's beat, with the style's swing. */
export function timeOfBeat({ style, beatS }: Outline, chord: ChordTime, beat: number): number {
  const wholeBeats = Math.floor(beat)
  const beatPart = beat - wholeBeats
  const secondHalfStart = 0.5 + style.swing
  const swungPart = beatPart < 0.5 ? beatPart * 2 * secondHalfStart : secondHalfStart + (beatPart - 0.5) * 2 * (1 - secondHalfStart)
  return chord.startS + (wholeBeats + swungPart) * beatS
}
