import { describe, expect, test } from 'vitest'
import { composeMusic } from '#motion/music/compose-music.ts'
import { loudnessOf } from '#motion/music/master.ts'
import { type Mood, type Music, MOODS, SAMPLE_RATE } from '#motion/music/music.ts'

const DURATIONS = [4, 10] as const
const HOP_SAMPLES = SAMPLE_RATE / 20

const channelsOf = ({ left, right }: Music) => [left, right] as const

function peakOf(music: Music, fromSample = 0, untilSample = music.left.length): number {
  let peak = 0
  for (const channel of channelsOf(music)) for (let i = fromSample; i < untilSample; i++) peak = Math.max(peak, Math.abs(channel[i]!))
  return peak
}

function rmsOf(music: Music, fromSample = 0, untilSample = music.left.length): number {
  let energy = 0
  for (const channel of channelsOf(music)) for (let i = fromSample; i < untilSample; i++) energy += channel[i]! * channel[i]!
  return Math.sqrt(energy / (2 * (untilSample - fromSample)))
}

/** The features that distinguish moods, as binary logarithms: brightness, bass, and how suddenly loud parts begin. */
function traitsOf({ left, right }: Music): readonly number[] {
  let [energy, treble, bass, rises, previousMid, lowPassed, previousLoudness] = [0, 0, 0, 0, 0, 0, 0]
  for (let from = 0; from + HOP_SAMPLES <= left.length; from += HOP_SAMPLES) {
    let loudness = 0
    for (let i = from; i < from + HOP_SAMPLES; i++) {
      const mid = (left[i]! + right[i]!) / 2
      lowPassed += 0.02 * (mid - lowPassed)
      loudness += mid * mid
      treble += (mid - previousMid) ** 2
      bass += lowPassed * lowPassed
      previousMid = mid
    }
    energy += loudness
    rises += Math.max(0, loudness - previousLoudness)
    previousLoudness = loudness
  }
  return [treble, bass, rises].map((part) => Math.log2(part / energy))
}

const pieces = new Map<string, Music>()

function pieceOf(mood: Mood, seconds: number, seed = 1): Music {
  const key = `${mood} ${seconds} ${seed}`
  const piece = pieces.get(key) ?? composeMusic({ mood, seconds, seed })
  pieces.set(key, piece)
  return piece
}

describe.each(MOODS)('%s music', (mood) => {
  test.each(DURATIONS)('of %i s is exactly as long, never near clipping, and about as loud as any other', (seconds) => {
    const music = pieceOf(mood, seconds)
    for (const channel of channelsOf(music)) {
      expect(channel.length).toBe(seconds * SAMPLE_RATE)
      expect(channel.every((value) => Number.isFinite(value))).toBe(true)
    }
    expect(peakOf(music)).toBeLessThanOrEqual(0.9)
    expect(peakOf(music)).toBeGreaterThan(0.25)
    expect(rmsOf(music)).toBeGreaterThan(0.06)
    expect(rmsOf(music)).toBeLessThan(0.25)
    const lufs = -0.691 + 10 * Math.log10(loudnessOf(music))
    expect(lufs).toBeGreaterThan(-17)
    expect(lufs).toBeLessThan(-15.5)
  })

  test.each(DURATIONS)('of %i s rises from silence, falls to silence and is not silent in between', (seconds) => {
    const music = pieceOf(mood, seconds)
    const end = music.left.length
    for (const channel of channelsOf(music)) expect([Math.abs(channel[0]!), Math.abs(channel[end - 1]!)]).toEqual([0, 0])
    expect(peakOf(music, 0, 0.02 * SAMPLE_RATE)).toBeLessThan(0.02)
    expect(peakOf(music, end - 0.02 * SAMPLE_RATE)).toBeLessThan(0.01)
    const loudestPeak = peakOf(music)
    for (let from = 0.25; from < seconds - 1.2; from += 0.5) {
      expect(peakOf(music, from * SAMPLE_RATE, (from + 0.5) * SAMPLE_RATE)).toBeGreaterThan(loudestPeak * 0.04)
    }
    const fadingLevels = [1, 0.5, 0.2].map((secondsBeforeEnd) => rmsOf(music, end - secondsBeforeEnd * SAMPLE_RATE))
    expect(fadingLevels).toEqual(fadingLevels.toSorted((a, b) => b - a))
  })

  test('is another piece for another seed and the same samples for the same', () => {
    const [piece, otherPiece, repeatedPiece] = [pieceOf(mood, 4), pieceOf(mood, 4, 2), composeMusic({ mood, seconds: 4, seed: 1 })]
    expect(
      piece.left.every((value, i) => value === repeatedPiece.left[i]) && piece.right.every((value, i) => value === repeatedPiece.right[i]),
    ).toBe(true)
    const squaredDifference = piece.left.reduce((sum, value, i) => sum + (value - otherPiece.left[i]!) ** 2, 0)
    expect(Math.sqrt(squaredDifference / piece.left.length)).toBeGreaterThan(rmsOf(piece) / 2)
  })

  test('has stereo width, and still sounds when both sides are added', () => {
    const { left, right } = pieceOf(mood, 4)
    let [mid, side] = [0, 0]
    for (let i = 0; i < left.length; i++) {
      mid += (left[i]! + right[i]!) ** 2
      side += (left[i]! - right[i]!) ** 2
    }
    expect(side / mid).toBeGreaterThan(0.01)
    expect(side / mid).toBeLessThan(0.8)
  })
})

test('any two moods differ in brightness, bass or sudden loudness', () => {
  const traits = MOODS.map((mood) => ({ mood, numbers: traitsOf(pieceOf(mood, 10)) }))
  for (const [i, moodTraits] of traits.entries()) {
    for (const otherMoodTraits of traits.slice(i + 1)) {
      const distance = Math.hypot(...moodTraits.numbers.map((number, trait) => number - otherMoodTraits.numbers[trait]!))
      expect(distance, `${moodTraits.mood} and ${otherMoodTraits.mood}`).toBeGreaterThan(0.3)
    }
  }
})
