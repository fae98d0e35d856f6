import { describe, expect, test } from 'vitest'
import { composeMusic } from '#motion/music/compose-music.ts'
import { loudnessOf } from '#motion/music/master.ts'
import { type Mood, type Music, MOODS, SAMPLE_RATE } from '#motion/music/music.ts'

const DURATIONS = [4, 10] as const
const HOP = SAMPLE_RATE / 20

const rows = ({ left, right }: Music) => [left, right] as const

function peakOf(music: Music, from = 0, until = music.left.length): number {
  let peak = 0
  for (const row of rows(music)) for (let i = from; i < until; i++) peak = Math.max(peak, Math.abs(row[i]!))
  return peak
}

function rmsOf(music: Music, from = 0, until = music.left.length): number {
  let energy = 0
  for (const row of rows(music)) for (let i = from; i < until; i++) energy += row[i]! * row[i]!
  return Math.sqrt(energy / (2 * (until - from)))
}

/** The features that distinguish moods, as binary logarithms: brightness, bass, and how suddenly loud parts begin. */
function traitsOf({ left, right }: Music): readonly number[] {
  let [energy, treble, bass, rises, before, low, loudBefore] = [0, 0, 0, 0, 0, 0, 0]
  for (let from = 0; from + HOP <= left.length; from += HOP) {
    let loud = 0
    for (let i = from; i < from + HOP; i++) {
      const mid = (left[i]! + right[i]!) / 2
      low += 0.02 * (mid - low)
      loud += mid * mid
      treble += (mid - before) ** 2
      bass += low * low
      before = mid
    }
    energy += loud
    rises += Math.max(0, loud - loudBefore)
    loudBefore = loud
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
    for (const row of rows(music)) {
      expect(row.length).toBe(seconds * SAMPLE_RATE)
      expect(row.every((value) => Number.isFinite(value))).toBe(true)
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
    for (const row of rows(music)) expect([Math.abs(row[0]!), Math.abs(row[end - 1]!)]).toEqual([0, 0])
    expect(peakOf(music, 0, 0.02 * SAMPLE_RATE)).toBeLessThan(0.02)
    expect(peakOf(music, end - 0.02 * SAMPLE_RATE)).toBeLessThan(0.01)
    const loud = peakOf(music)
    for (let from = 0.25; from < seconds - 1.2; from += 0.5) {
      expect(peakOf(music, from * SAMPLE_RATE, (from + 0.5) * SAMPLE_RATE)).toBeGreaterThan(loud * 0.04)
    }
    const fading = [1, 0.5, 0.2].map((beforeEnd) => rmsOf(music, end - beforeEnd * SAMPLE_RATE))
    expect(fading).toEqual(fading.toSorted((a, b) => b - a))
  })

  test('is another piece for another seed and the same samples for the same', () => {
    const [one, other, again] = [pieceOf(mood, 4), pieceOf(mood, 4, 2), composeMusic({ mood, seconds: 4, seed: 1 })]
    expect(one.left.every((value, i) => value === again.left[i]) && one.right.every((value, i) => value === again.right[i])).toBe(true)
    const apart = one.left.reduce((sum, value, i) => sum + (value - other.left[i]!) ** 2, 0)
    expect(Math.sqrt(apart / one.left.length)).toBeGreaterThan(rmsOf(one) / 2)
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
  for (const [i, one] of traits.entries()) {
    for (const other of traits.slice(i + 1)) {
      const apart = Math.hypot(...one.numbers.map((number, trait) => number - other.numbers[trait]!))
      expect(apart, `${one.mood} and ${other.mood}`).toBeGreaterThan(0.3)
    }
  }
})
