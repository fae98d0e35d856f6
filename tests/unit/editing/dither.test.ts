import { expect, it } from 'vitest'
import { createDither } from '#workers/media/dither.ts'

const SIZE = { width: 64, height: 64 }
const UNCHANGED_INDEX = 255
const BLACK_AND_WHITE = [
  [0, 0, 0],
  [255, 255, 255],
]

function plainPicture(value: number) {
  return new Uint8ClampedArray(SIZE.width * SIZE.height * 4).fill(value)
}

function whiteShare(indices: Uint8Array): number {
  return indices.filter((index) => index === 1).length / indices.length
}

it('mixes the colours of a palette to the brightness between them', () => {
  for (const value of [10, 60, 128, 200, 250]) {
    const indices = createDither(BLACK_AND_WHITE, SIZE, UNCHANGED_INDEX)(plainPicture(value))
    expect(Math.abs(whiteShare(indices) - value / 255)).toBeLessThan(0.02)
  }
})

it('a static picture retains its pixels', () => {
  const dither = createDither(BLACK_AND_WHITE, SIZE, UNCHANGED_INDEX)
  dither(plainPicture(100))
  expect(new Set(dither(plainPicture(100)))).toEqual(new Set([UNCHANGED_INDEX]))
  expect(new Set(dither(plainPicture(255)))).toEqual(new Set([1, UNCHANGED_INDEX]))
})
