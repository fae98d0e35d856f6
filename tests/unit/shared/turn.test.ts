import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Rect } from '#shared/domain/media-limits.ts'
import { type Turn, isSideways, mirrorTurn, rotateTurn, turnedSize, turnRect, unturnRect, UPRIGHT } from '#shared/domain/crop-rules.ts'

type Pixels = readonly (readonly number[])[]

const turns = fc.record<Turn>({ quarters: fc.constantFrom(0, 1, 2, 3), isMirrored: fc.boolean() })
const sizes = fc.record({ width: fc.integer({ min: 1, max: 9 }), height: fc.integer({ min: 1, max: 9 }) })

function partArbitrary({ width, height }: { width: number; height: number }): fc.Arbitrary<Rect> {
  return fc.tuple(fc.nat(width - 1), fc.nat(height - 1)).chain(([x, y]) =>
    fc.record({
      x: fc.constant(x),
      y: fc.constant(y),
      width: fc.integer({ min: 1, max: width - x }),
      height: fc.integer({ min: 1, max: height - y }),
    }),
  )
}

const cases = fc
  .record({ size: sizes, turn: turns })
  .chain(({ size, turn }) => fc.record({ size: fc.constant(size), turn: fc.constant(turn), part: partArbitrary(size) }))

function paint({ width, height }: { width: number; height: number }): Pixels {
  return Array.from({ length: height }, (_, y) => Array.from({ length: width }, (_, x) => y * width + x))
}

const mirrorPixels = (pixels: Pixels): Pixels => pixels.map((row) => row.toReversed())
const rotatePixels = (pixels: Pixels): Pixels => (pixels[0] ?? []).map((_, x) => pixels.map((row) => row[x] ?? -1).toReversed())

function turnPixels(pixels: Pixels, { quarters, isMirrored }: Turn): Pixels {
  let turnedPixels = isMirrored ? mirrorPixels(pixels) : pixels
  for (let quarter = 0; quarter < quarters; quarter += 1) turnedPixels = rotatePixels(turnedPixels)
  return turnedPixels
}

function cutPixels(pixels: Pixels, { x, y, width, height }: Rect): Pixels {
  return pixels.slice(y, y + height).map((row) => row.slice(x, x + width))
}

describe('a turn', () => {
  it('puts a part where its pixels lie after turning each of them', () => {
    fc.assert(
      fc.property(cases, ({ size, turn, part }) => {
        const turnedPixels = turnPixels(paint(size), turn)
        expect(cutPixels(turnedPixels, turnRect(part, size, turn))).toEqual(turnPixels(cutPixels(paint(size), part), turn))
        expect({ width: turnedPixels[0]?.length, height: turnedPixels.length }).toEqual(turnedSize(size, turn))
      }),
    )
  })

  it('is undone by its reverse', () => {
    fc.assert(
      fc.property(cases, ({ size, turn, part }) => {
        expect(unturnRect(turnRect(part, size, turn), size, turn)).toEqual(part)
      }),
    )
  })

  it('that is rotated or mirrored once more shows the same as the turned pixels', () => {
    fc.assert(
      fc.property(sizes, turns, (size, turn) => {
        const turnedPixels = turnPixels(paint(size), turn)
        expect(turnPixels(paint(size), rotateTurn(turn, 1))).toEqual(rotatePixels(turnedPixels))
        expect(rotatePixels(turnPixels(paint(size), rotateTurn(turn, -1)))).toEqual(turnedPixels)
        expect(turnPixels(paint(size), mirrorTurn(turn))).toEqual(mirrorPixels(turnedPixels))
      }),
    )
  })

  it('of a quarter swaps width and height', () => {
    const quarterTurn = rotateTurn(UPRIGHT, 1)
    expect([isSideways(UPRIGHT), isSideways(quarterTurn), isSideways(rotateTurn(quarterTurn, 1))]).toEqual([false, true, false])
    expect(turnedSize({ width: 40, height: 30 }, quarterTurn)).toEqual({ width: 30, height: 40 })
  })
})
