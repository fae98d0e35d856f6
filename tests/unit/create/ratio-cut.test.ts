import { describe, expect, test } from 'vitest'
import { cutToRatio } from '#shared/domain/media-limits.ts'
import { cutAt, cutRange, lostPercent } from '#src/create/ratio-cut.ts'

/** Widths of pictures that are too wide by one px, by a few px, and by far. */
const WIDTHS = [1001, 1003, 1010, 1037, 1099, 1100, 1150, 1500, 9_000] as const

describe.each(WIDTHS)('a picture of %i by 400', (width) => {
  const pictureSize = { width, height: 400 }
  const cut = cutToRatio({ x: 0, y: 0, ...pictureSize })

  test('is moved by every step of the slider, and stays at that step', () => {
    const { steps } = cutRange(cut, pictureSize)
    const movedCuts = Array.from({ length: steps + 1 }, (_, step) => cutAt(cut, pictureSize, step))
    expect(movedCuts.map((movedCut) => cutRange(movedCut, pictureSize).step)).toEqual(movedCuts.map((_, step) => step))
    expect(new Set(movedCuts.map(({ x }) => x)).size).toBe(steps + 1)
  })

  test('can be cut at any position from its start to its end, turned as well', () => {
    const { steps } = cutRange(cut, pictureSize)
    expect([cutAt(cut, pictureSize, 0).x, cutAt(cut, pictureSize, steps).x]).toEqual([0, width - cut.width])
    const tallSize = { width: 400, height: width }
    const tallCut = cutToRatio({ x: 0, y: 0, ...tallSize })
    expect(cutAt(tallCut, tallSize, cutRange(tallCut, tallSize).steps)).toEqual({ ...tallCut, y: width - tallCut.height })
  })
})

test('a loss is never reported as nothing', () => {
  expect(lostPercent({ x: 0, y: 0, width: 1000, height: 400 }, { width: 1001, height: 400 })).toBe(1)
  expect(lostPercent({ x: 0, y: 0, width: 1500, height: 600 }, { width: 3000, height: 600 })).toBe(50)
})
