import { describe, expect, test } from 'vitest'
import { MOODS } from '#motion/music/music.ts'
import { SCALES } from '#motion/music/score.ts'
import { STYLES, writeScore } from '#motion/music/compose-music.ts'
import { makeRandom } from '#motion/random.ts'

const CASES = [4, 5.0625, 6, 8, 10, 30].flatMap((seconds) => [1, 2, 3, 4, 5].map((seed) => ({ seconds, seed })))
const OCTAVE = 12
const scoreOf = (mood: (typeof MOODS)[number], { seconds, seed }: (typeof CASES)[number]) =>
  writeScore({ mood, seconds, seed }, makeRandom(seed))

describe.each(MOODS)('a %s score', (mood) => {
  const scores = CASES.map((scoreCase) => ({ ...scoreCase, score: scoreOf(mood, scoreCase) }))

  test('has every note in the scale of its mood', () => {
    for (const { score } of scores) {
      const allowedSteps: readonly number[] = SCALES[score.scale]
      expect(score.scale).toBe(STYLES[mood].scale)
      for (const { pitch } of [...score.melody, ...score.pad, ...score.bass, ...score.figure]) {
        expect(allowedSteps).toContain((((pitch - score.tonic) % OCTAVE) + OCTAVE) % OCTAVE)
      }
    }
  })

  test('comes to rest: the last chord is the tonic, and the melody ends on a long chord tone', () => {
    for (const { score, seconds } of scores) {
      const lastChordStartS = score.chordStartsS.at(-1)!
      const lastPitches = score.pad.filter((note) => note.startS >= lastChordStartS).map((note) => note.pitch % OCTAVE)
      expect(lastPitches).toContain(score.tonic % OCTAVE)
      expect(score.bass.at(-1)!.pitch % OCTAVE).toBe(score.tonic % OCTAVE)
      expect(lastPitches).toContain(score.melody.at(-1)!.pitch % OCTAVE)
      expect(score.melody.at(-1)!.lengthS).toBeGreaterThan(0.7)
      expect(seconds - lastChordStartS).toBeGreaterThan(Math.min(2.9, 0.26 * seconds))
      expect(seconds - lastChordStartS).toBeLessThan(4.6)
    }
  })

  test('stays near its tempo, with everything on its beat', () => {
    const [slowestTempo, fastestTempo] = STYLES[mood].beatsPerMinute
    for (const { score, seconds } of scores) {
      expect(score.beatsPerMinute).toBeGreaterThan(slowestTempo * 0.85)
      expect(score.beatsPerMinute).toBeLessThan(fastestTempo * 1.25)
      for (const { startS } of [...score.melody, ...score.pad, ...score.bass, ...score.figure, ...score.drums]) {
        expect(startS).toBeGreaterThan(0.04)
        expect(startS).toBeLessThan(seconds - 0.5)
      }
    }
  })

  test('has chords that change, whose voices move the least distance', () => {
    for (const { score } of scores) {
      const chords = score.chordStartsS.map((start) => score.pad.filter((note) => note.startS === start).map((note) => note.pitch))
      expect(new Set(chords.map(String)).size).toBeGreaterThan(1)
      for (const [i, chord] of chords.entries()) {
        const previousChord = chords[i - 1]
        if (!previousChord || previousChord.length !== chord.length) continue
        const totalSemitones = chord.reduce((sum, pitch, voice) => sum + Math.abs(pitch - previousChord[voice]!), 0)
        expect(totalSemitones / chord.length).toBeLessThan(5)
      }
    }
  })

  test('has a melody that repeats its rhythm, in a singable compass', () => {
    for (const { score } of scores) {
      const pitches = score.melody.map((note) => note.pitch)
      expect(Math.max(...pitches) - Math.min(...pitches)).toBeLessThan(20)
      expect(Math.min(...pitches)).toBeGreaterThan(47)
      expect(Math.max(...pitches)).toBeLessThan(93)
      for (const [i, pitch] of pitches.entries()) expect(Math.abs(pitch - (pitches[i - 1] ?? pitch))).toBeLessThan(13)
    }
    const { score } = scores.find(({ seconds }) => seconds === 10)!
    const barSeconds = (STYLES[mood].barBeats * 60) / score.beatsPerMinute
    const rhythm = score.melody.map((note) => Math.round((((note.startS - score.chordStartsS[0]!) % barSeconds) / barSeconds) * 24) % 24)
    expect(new Set(rhythm).size).toBeLessThan(rhythm.length)
  })
})

test('other seeds write other notes', () => {
  for (const mood of MOODS) {
    const melodies = CASES.filter(({ seconds }) => seconds === 10).map((scoreCase) => JSON.stringify(scoreOf(mood, scoreCase).melody))
    expect(new Set(melodies).size).toBe(melodies.length)
  }
})

test('every mood has a style of its own, and no two the same tempo, scale and shape of chords', () => {
  expect(new Set(MOODS.map((mood) => JSON.stringify(STYLES[mood]))).size).toBe(MOODS.length)
  const characters = MOODS.map((mood) => [STYLES[mood].scale, STYLES[mood].shape, ...STYLES[mood].beatsPerMinute].join(' '))
  expect(new Set(characters).size).toBe(MOODS.length)
})
