import { selectTilesToRender } from '#src/design/tile-wall/tile-wall.tsx'
import { describe, expect, test } from 'vitest'
import { layOutTiles, tilesBetween, tileByKey } from '#src/design/tile-wall/tile-layout.ts'
import { anchorOf, topOf } from '#src/design/tile-wall/use-tile-anchor.ts'

const MANY = 999
const ratios = Array.from({ length: MANY }, (_, index) => [16 / 9, 1, 9 / 14][index % 3] ?? 1)
const keys = ratios.map((_, index) => `item-${index}`)
const wide = { lanes: 4, tileWidth: 276, gap: 16, foot: 60, top: 400 }
const narrow = { lanes: 2, tileWidth: 174, gap: 12, foot: 60, top: 520 }

describe('tile wall', () => {
  test('tiles of a column are below each other with the gap between, and no column grows much longer than the others', () => {
    const boxes = layOutTiles(ratios, wide)
    const ends = [0, 1, 2, 3].map((lane) => {
      const column = boxes.filter((box) => box.lane === lane)
      column.forEach((box, at) => expect(box.start).toBe(at === 0 ? 0 : (column[at - 1]?.end ?? 0) + wide.gap))
      return column.at(-1)?.end ?? 0
    })
    expect(Math.max(...ends) - Math.min(...ends)).toBeLessThan(600)
    expect(boxes.every(({ start, end }, index) => end - start === Math.round(wide.tileWidth / (ratios[index] ?? 1)) + wide.foot)).toBe(true)
  })

  test('only tiles in the window are rendered, a few dozen of 999', () => {
    const boxes = layOutTiles(ratios, wide)
    const seen = tilesBetween(boxes, 20_000, 20_900)
    expect(seen.length).toBeGreaterThan(4)
    expect(seen.length).toBeLessThan(30)
    expect(seen.every((index) => (boxes[index]?.end ?? 0) > 20_000 && (boxes[index]?.start ?? 0) < 20_900)).toBe(true)
    expect(layOutTiles(ratios, { ...wide, lanes: 0 })).toEqual([])
  })

  test('the opened tile has its old height on the screen again, also when the window has become narrow', () => {
    const boxes = layOutTiles(ratios, wide)
    const anchor = anchorOf(boxes, keys, wide.top, 20_000)
    expect(anchor).not.toBeNull()
    if (anchor === null) return
    expect(Math.abs(anchor.offset)).toBeLessThan(500)
    expect(topOf(anchor, boxes, keys, wide.top)).toBe(20_000)
    const later = layOutTiles(ratios, narrow)
    const box = later[keys.indexOf(anchor.key)]
    expect((box?.start ?? 0) + narrow.top - (topOf(anchor, later, keys, narrow.top) ?? 0)).toBe(anchor.offset)
  })

  test('new tiles before it shift nothing, and removed ones move nothing', () => {
    const boxes = layOutTiles(ratios, narrow)
    const anchor = { key: 'item-40', offset: 90 }
    const shifted = layOutTiles([1, 1, 1, ...ratios], narrow)
    const before = topOf(anchor, boxes, keys, narrow.top) ?? 0
    expect(topOf(anchor, shifted, ['a', 'b', 'c', ...keys], narrow.top)).toBeGreaterThan(before)
    expect(topOf({ key: 'gone', offset: 0 }, boxes, keys, narrow.top)).toBeNull()
  })

  test('at the top of the page no position is restored', () => {
    expect(anchorOf(layOutTiles(ratios, wide), keys, wide.top, 0)).toBeNull()
  })

  test('arrows move along the row and down the column, Home and End to the ends, and nowhere beyond them', () => {
    const boxes = layOutTiles([1, 1, 1, 1, 1, 1], { ...wide, lanes: 3 })
    const to = (current: number, key: string) => tileByKey(boxes, current, key)
    expect([to(0, 'ArrowRight'), to(1, 'ArrowLeft'), to(1, 'ArrowDown'), to(4, 'ArrowUp')]).toEqual([1, 0, 4, 1])
    expect([to(0, 'ArrowLeft'), to(5, 'ArrowRight'), to(0, 'ArrowUp'), to(5, 'ArrowDown')]).toEqual([0, 5, 0, 5])
    expect([to(3, 'Home'), to(3, 'End'), to(3, 'x')]).toEqual([0, 5, undefined])
  })
})

describe('tiles that come into sight', () => {
  const away = (index: number) => Math.abs(index - 10)

  test('are rendered a few at a time, the nearest first, in their order', () => {
    const wanted = [7, 8, 9, 10, 11, 12]
    const first = selectTilesToRender([], wanted, 2, away)
    expect(first).toEqual([9, 10])
    expect(selectTilesToRender(first, wanted, 2, away)).toEqual([8, 9, 10, 11])
  })

  test('last no longer than needed, and tiles that leave stop at once', () => {
    expect(selectTilesToRender([1, 2, 9], [8, 9, 10], 2, away)).toEqual([8, 9, 10])
  })

  test('are all rendered in the end', () => {
    const wanted = Array.from({ length: 20 }, (_, index) => index)
    let drawn: readonly number[] = []
    for (let frame = 0; frame < 10; frame += 1) drawn = selectTilesToRender(drawn, wanted, 2, away)
    expect(drawn).toEqual(wanted)
  })
})
