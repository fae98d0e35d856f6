import { expect, it } from 'vitest'
import { planSpans } from '#shared/domain/editing-rules.ts'
import { arrangeSound, fadeMusic } from '#workers/media/mix-sound.ts'

const SAMPLE_RATE = 48_000
const SAMPLES_PER_FRAME = SAMPLE_RATE / 24

/** A sound in which every sample of the video's frame n has the value n + 1 (left) or -(n + 1) (right). */
function numberedSound(frames: number) {
  const left = Float32Array.from({ length: frames * SAMPLES_PER_FRAME }, (_, index) => Math.floor(index / SAMPLES_PER_FRAME) + 1)
  return { left, right: left.map((value) => -value), rate: SAMPLE_RATE }
}

function middleSamples(samples: Float32Array): readonly (number | undefined)[] {
  return Array.from({ length: samples.length / SAMPLES_PER_FRAME }, (_, frame) => samples[(frame + 0.5) * SAMPLES_PER_FRAME])
}

it('the sound runs forwards in the reversed part, too', () => {
  const { left, right } = arrangeSound(numberedSound(5), planSpans(5, 'thereAndBack'))
  expect(middleSamples(left)).toEqual([1, 2, 3, 4, 5, 2, 3, 4])
  expect(middleSamples(right)).toEqual([-1, -2, -3, -4, -5, -2, -3, -4])
  expect(left[5 * SAMPLES_PER_FRAME]).toBe(0)
})

it('the sound of a cross-fade ends where it begins', () => {
  const { left } = arrangeSound(numberedSound(9), planSpans(9, 'crossFade'))
  expect(left).toHaveLength(6 * SAMPLES_PER_FRAME)
  expect(middleSamples(left).slice(0, 3)).toEqual([4, 5, 6])
  expect(left[3 * SAMPLES_PER_FRAME]).toBe(7)
  expect(left.at(-1)).toBeCloseTo(3, 2)
})

it('music rises to its volume and falls to nothing', () => {
  const music = new Float32Array(101).fill(1)
  fadeMusic(music, 0.5, 10, 20)
  expect([music[0], music[5], music[50], music[90], music[100]]).toEqual([0, 0.25, 0.5, 0.25, 0])
  const unfadedMusic = new Float32Array(3).fill(1)
  fadeMusic(unfadedMusic, 1, 0, 0)
  expect([...unfadedMusic]).toEqual([1, 1, 1])
})
