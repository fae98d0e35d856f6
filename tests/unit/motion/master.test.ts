import { expect, test } from 'vitest'
import { limitPeaks, masterMix, loudnessOf } from '#motion/music/master.ts'
import { SAMPLE_RATE } from '#motion/music/music.ts'

const toLufs = (energy: number) => -0.691 + 10 * Math.log10(energy)

function sine(hz: number, amplitude: number, seconds = 3): Float32Array<ArrayBuffer> {
  return Float32Array.from({ length: seconds * SAMPLE_RATE }, (_, i) => amplitude * Math.sin((2 * Math.PI * hz * i) / SAMPLE_RATE))
}

const peakOf = (samples: Float32Array) => samples.reduce((peak, value) => Math.max(peak, Math.abs(value)), 0)

const toStereo = (samples: Float32Array<ArrayBuffer>) => ({ left: samples, right: samples.slice() })

test('loudness has the standard’s values for its test tones', () => {
  expect(toLufs(loudnessOf(toStereo(sine(997, 0.1))))).toBeCloseTo(-20, 1)
  expect(toLufs(loudnessOf({ left: sine(997, 1), right: new Float32Array(3 * SAMPLE_RATE) }))).toBeCloseTo(-3.01, 1)
  expect(toLufs(loudnessOf(toStereo(sine(40, 0.1))))).toBeLessThan(-24)
  const halfSilentTone = sine(997, 0.1, 8)
  halfSilentTone.fill(0, 4 * SAMPLE_RATE)
  expect(toLufs(loudnessOf(toStereo(halfSilentTone)))).toBeGreaterThan(-20.6)
  expect(loudnessOf(toStereo(new Float32Array(SAMPLE_RATE)))).toBe(0)
})

test('the limiter lets nothing above its ceiling, lowers both sides together and leaves other samples unchanged', () => {
  const bus = toStereo(sine(300, 0.5))
  const originalLeft = bus.left.slice()
  for (const at of [SAMPLE_RATE, SAMPLE_RATE + 70, 2 * SAMPLE_RATE + 31]) bus.left[at] = 3
  limitPeaks(bus, 0.78)
  expect(peakOf(bus.left)).toBeLessThanOrEqual(0.7801)
  expect(Math.abs(bus.right[SAMPLE_RATE + 40]!)).toBeLessThan(0.35 * Math.abs(originalLeft[SAMPLE_RATE + 40]!) + 0.01)
  expect(bus.left.slice(0, SAMPLE_RATE / 2)).toEqual(originalLeft.slice(0, SAMPLE_RATE / 2))
  expect(bus.left.slice(2.9 * SAMPLE_RATE)).toEqual(originalLeft.slice(2.9 * SAMPLE_RATE))
})

test.each([0.01, 5])('a mix of amplitude %d becomes as loud as any other, and never clips', (amplitude) => {
  const mix = toStereo(sine(440, amplitude, 5))
  for (let at = SAMPLE_RATE; at < 4 * SAMPLE_RATE; at += SAMPLE_RATE / 2) mix.left[at] = amplitude * 8
  masterMix(mix)
  expect(peakOf(mix.left)).toBeLessThanOrEqual(0.7801)
  expect(toLufs(loudnessOf(mix))).toBeGreaterThan(-17)
  expect(toLufs(loudnessOf(mix))).toBeLessThan(-15.9)
  expect(Math.abs(mix.left[0] ?? 1) + Math.abs(mix.left.at(-1) ?? 1)).toBe(0)
})
