import type { Style } from './style.ts'

/** The time span of one chord. */
export interface ChordTime {
  readonly startS: number
  readonly lengthS: number
  /** The degree of the scale that is the chord's root. */
  readonly degree: number
  readonly bar: number
  readonly beatInBar: number
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
/** The shortest and longest duration of the last chord, as a share of the time and in seconds. */
const HOME_LEAST = { part: 0.27, seconds: 3 }
const HOME_MOST = { part: 0.4, seconds: 4.5 }
const FEWEST_CHORDS = 2
const LOWEST_TONIC = 50
const TONICS = 12

export type Pick = <T>(from: readonly T[]) => T

/** Random choice from a list, which must not be empty. */
export function makePick(random: () => number): Pick {
  return (from) => {
    const one = from[Math.floor(random() * from.length)]
    if (one === undefined) throw new Error('nothing to choose from')
    return one
  }
}

/**
 * The number of chords before the last chord, and the duration of the last chord. They are chosen so that the tempo is closest to the
 * mood's.
 */
function fitChords(spanS: number, chordS: number, seconds: number): { count: number; homeS: number } {
  const least = Math.min(seconds * HOME_LEAST.part, HOME_LEAST.seconds)
  const most = Math.min(seconds * HOME_MOST.part, HOME_MOST.seconds)
  const homeFor = (count: number) => Math.min(most, Math.max(least, spanS - count * chordS))
  const apart = (count: number) => {
    const wanted = (count * chordS) / (spanS - homeFor(count))
    return Math.max(wanted, 1 / wanted)
  }
  let best = FEWEST_CHORDS
  for (let count = FEWEST_CHORDS; count <= Math.ceil(spanS / chordS); count++) if (apart(count) < apart(best)) best = count
  return { count: best, homeS: homeFor(best) }
}

/** Degrees of the chords before the last one, from the tonic to a cadence. */
function degreesOf(style: Style, count: number, pick: Pick): number[] {
  const row = pick(style.chords)
  const cadence = pick(style.cadences)
  const chordsPerBar = style.barBeats / style.chordBeats
  const chordRepeats = count > row.length + 1 ? chordsPerBar : 1
  return Array.from({ length: count }, (_, i) => (i === count - 1 ? cadence : (row[Math.floor(i / chordRepeats) % row.length] ?? 0)))
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
  return { style, tonic: LOWEST_TONIC + Math.floor(random() * TONICS), beatS: chordS / style.chordBeats, chords }
}

/** The time of a chord's beat, with the style's swing. */
export function timeOfBeat({ style, beatS }: Outline, chord: ChordTime, beat: number): number {
  const whole = Math.floor(beat)
  const part = beat - whole
  const middle = 0.5 + style.swing
  const swung = part < 0.5 ? part * 2 * middle : middle + (part - 0.5) * 2 * (1 - middle)
  return chord.startS + (whole + swung) * beatS
}
