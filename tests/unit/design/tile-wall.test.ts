import { selectTilesToRender } from '#src/design/tile-wall/tile-wall.tsx'
import { describe, expect, test } from 'vitest'
import { layOutTiles, tilesBetween, tileByKey } from '#src/design/tile-wall/tile-layout.ts'
import { anchorOf, topOf } from '#src/design/tile-wall/use-tile-anchor.ts'

const TILE_COUNT = 999
const ratios = Array.from({ length: TILE_COUNT }, (_, index) => [16 / 9, 1, 9 / 14][index % 3] ?? 1)
const keys = ratios.map((_, index) => `item-${index}`)
const wideWall = { lanes: 4, tileWidth: 276, gap: 16, foot: 60, top: 400 }
const narrowWall = { lanes: 2, tileWidth: 174, gap: 12, foot: 60, top: 520 }

describe('tile wall', () => {
  test('tiles of a column are below each other with the gap between, and no column grows much longer than the others', () => {
    const boxes = layOutTiles(ratios, wideWall)
    const columnEnds = [0, 1, 2, 3].map((lane) => {
      const column = boxes.filter((box) => box.lane === lane)
      column.forEach((box, index) => expect(box.start).toBe(index === 0 ? 0 : (column[index - 1]?.end ?? 0) + wideWall.gap))
      return column.at(-1)?.end ?? 0
    })
    expect(Math.max(...columnEnds) - Math.min(...columnEnds)).toBeLessThan(600)
    expect(
      boxes.every(({ start, end }, index) => end - start === Math.round(wideWall.tileWidth / (ratios[index] ?? 1)) + wideWall.foot),
    ).toBe(true)
  })

  test('only tiles in the window are rendered, a few dozen of 999', () => {
    const boxes = layOutTiles(ratios, wideWall)
    const seenTiles = tilesBetween(boxes, 20_000, 20_900)
    expect(seenTiles.length).toBeGreaterThan(4)
    expect(seenTiles.length).toBeLessThan(30)
    expect(seenTiles.every((index) => (boxes[index]?.end ?? 0) > 20_000 && (boxes[index]?.start ?? 0) < 20_900)).toBe(true)
    expect(layOutTiles(ratios, { ...wideWall, lanes: 0 })).toEqual([])
  })

  test('the opened tile has its old height on the screen again, also when the window has become narrow', () => {
    const boxes = layOutTiles(ratios, wideWall)
    const anchor = anchorOf(boxes, keys, wideWall.top, 20_000)
    expect(anchor).not.toBeNull()
    if (anchor === null) return
    expect(Math.abs(anchor.offset)).toBeLessThan(500)
    expect(topOf(anchor, boxes, keys, wideWall.top)).toBe(20_000)
    const narrowBoxes = layOutTiles(ratios, narrowWall)
    const box = narrowBoxes[keys.indexOf(anchor.key)]
    expect((box?.start ?? 0) + narrowWall.top - (topOf(anchor, narrowBoxes, keys, narrowWall.top) ?? 0)).toBe(anchor.offset)
  })

  test('new tiles before it shift nothing, and removed ones move nothing', () => {
    const boxes = layOutTiles(ratios, narrowWall)
    const anchor = { key: 'item-40', offset: 90 }
    const shiftedBoxes = layOutTiles([1, 1, 1, ...ratios], narrowWall)
    const topBefore = topOf(anchor, boxes, keys, narrowWall.top) ?? 0
    expect(topOf(anchor, shiftedBoxes, ['a', 'b', 'c', ...keys], narrowWall.top)).toBeGreaterThan(topBefore)
    expect(topOf({ key: 'gone', offset: 0 }, boxes, keys, narrowWall.top)).toBeNull()
  })

  test('at the top of the page no position is restored', () => {
    expect(anchorOf(layOutTiles(ratios, wideWall), keys, wideWall.top, 0)).toBeNull()
  })

  test('arrows move along the row and down the column, Home and End to the ends, and nowhere beyond them', () => {
    const boxes = layOutTiles([1, 1, 1, 1, 1, 1], { ...wideWall, lanes: 3 })
    const tileAfterKey = (currentIndex: number, key: string) => tileByKey(boxes, currentIndex, key)
    expect([tileAfterKey(0, 'ArrowRight'), tileAfterKey(1, 'ArrowLeft'), tileAfterKey(1, 'ArrowDown'), tileAfterKey(4, 'ArrowUp')]).toEqual(
      [1, 0, 4, 1],
    )
    expect([tileAfterKey(0, 'ArrowLeft'), tileAfterKey(5, 'ArrowRight'), tileAfterKey(0, 'ArrowUp'), tileAfterKey(5, 'ArrowDown')]).toEqual(
      [0, 5, 0, 5],
    )
    expect([tileAfterKey(3, 'Home'), tileAfterKey(3, 'End'), tileAfterKey(3, 'x')]).toEqual([0, 5, undefined])
  })
})

describe('tiles that come into sight', () => {
  const distanceTo = (index: number) => Math.abs(index - 10)

  test('are rendered a few at a time, the nearest first, in their order', () => {
    const wantedTiles = [7, 8, 9, 10, 11, 12]
    const firstTiles = selectTilesToRender([], wantedTiles, 2, distanceTo)
    expect(firstTiles).toEqual([9, 10])
    expect(selectTilesToRender(firstTiles, wantedTiles, 2, distanceTo)).toEqual([8, 9, 10, 11])
  })

  test('last no longer than needed, and tiles that leave stop at once', () => {
    expect(selectTilesToRender([1, 2, 9], [8, 9, 10], 2, distanceTo)).toEqual([8, 9, 10])
  })

  test('are all rendered in the end', () => {
    const wantedTiles = Array.from({ length: 20 }, (_, index) => index)
    let renderedTiles: readonly number[] = []
    for (let frame = 0; frame < 10; frame += 1) renderedTiles = selectTilesToRender(renderedTiles, wantedTiles, 2, distanceTo)
    expect(renderedTiles).toEqual(wantedTiles)
  })
})
