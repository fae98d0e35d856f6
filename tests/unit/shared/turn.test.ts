import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Rect } from '#shared/domain/media-limits.ts'
import { type Turn, isSideways, mirrorTurn, rotateTurn, turnedSize, turnRect, unturnRect, UPRIGHT } from '#shared/domain/crop-rules.ts'

type Pixels = readonly (readonly number[])[]

const turns = fc.record<Turn>({ quarters: fc.constantFrom(0, 1, 2, 3), isMirrored: fc.boolean() })
const sizes = fc.record({ width: fc.integer({ min: 1, max: 9 }), height: fc.integer({ min: 1, max: 9 }) })

function partOf({ width, height }: { width: number; height: number }): fc.Arbitrary<Rect> {
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
  .chain(({ size, turn }) => fc.record({ size: fc.constant(size), turn: fc.constant(turn), part: partOf(size) }))

function paint({ width, height }: { width: number; height: number }): Pixels {
  return Array.from({ length: height }, (_, y) => Array.from({ length: width }, (_, x) => y * width + x))
}

const mirrorPixels = (pixels: Pixels): Pixels => pixels.map((row) => row.toReversed())
const rotatePixels = (pixels: Pixels): Pixels => (pixels[0] ?? []).map((_, x) => pixels.map((row) => row[x] ?? -1).toReversed())

function turnPixels(pixels: Pixels, { quarters, isMirrored }: Turn): Pixels {
  let turned = isMirrored ? mirrorPixels(pixels) : pixels
  for (let quarter = 0; quarter < quarters; quarter += 1) turned = rotatePixels(turned)
  return turned
}

function cutPixels(pixels: Pixels, { x, y, width, height }: Rect): Pixels {
  return pixels.slice(y, y + height).map((row) => row.slice(x, x + width))
}

describe('a turn', () => {
  it('puts a part where its pixels lie after turning each of them', () => {
    fc.assert(
      fc.property(cases, ({ size, turn, part }) => {
        const turned = turnPixels(paint(size), turn)
        expect(cutPixels(turned, turnRect(part, size, turn))).toEqual(turnPixels(cutPixels(paint(size), part), turn))
        expect({ width: turned[0]?.length, height: turned.length }).toEqual(turnedSize(size, turn))
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
        const turned = turnPixels(paint(size), turn)
        expect(turnPixels(paint(size), rotateTurn(turn, 1))).toEqual(rotatePixels(turned))
        expect(rotatePixels(turnPixels(paint(size), rotateTurn(turn, -1)))).toEqual(turned)
        expect(turnPixels(paint(size), mirrorTurn(turn))).toEqual(mirrorPixels(turned))
      }),
    )
  })

  it('of a quarter swaps width and height', () => {
    const quarter = rotateTurn(UPRIGHT, 1)
    expect([isSideways(UPRIGHT), isSideways(quarter), isSideways(rotateTurn(quarter, 1))]).toEqual([false, true, false])
    expect(turnedSize({ width: 40, height: 30 }, quarter)).toEqual({ width: 30, height: 40 })
  })
})
