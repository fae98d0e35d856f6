import { expect, test } from 'vitest'
import { MOST_BRUSH_AREAS, isBrushWhole } from '#motion/controls/motion-controls.ts'
import { areaOfMark, brushFor, cellOfMark, paintLine, paintedBrush, withArea } from '#src/create/controls/brush.tsx'

const SIZE = { width: 1600, height: 900 }
const count = (cells: string, cell: string) => Array.from(cells).filter((each) => each === cell).length

test('a new brush has square cells over the whole picture, and counts as empty', () => {
  const brush = brushFor(SIZE, undefined)
  expect(brush).toMatchObject({ columns: 48, rows: 27, areas: [] })
  expect(paintedBrush(brush)).toBeUndefined()
})

test('a line marks the cells around it, from end to end', () => {
  const brush = withArea(brushFor(SIZE, undefined), 0, {})
  const lineBrush = paintLine(brush, { x: 0.25, y: 0.5 }, { x: 0.75, y: 0.5 }, 2, '2')
  expect(count(lineBrush.cells, '2')).toBeGreaterThan(24 * 4)
  expect(lineBrush.cells[13 * 48 + 24]).toBe('2')
  expect(lineBrush.cells[2 * 48 + 24]).toBe('0')
  expect(isBrushWhole(lineBrush)).toBe(true)
  const erasedBrush = paintLine(lineBrush, { x: 0, y: 0.5 }, { x: 1, y: 0.5 }, 9, '0')
  expect(paintedBrush(erasedBrush)).toBeUndefined()
})

test('a line that leaves the picture ends at its side', () => {
  const lineBrush = paintLine(brushFor(SIZE, undefined), { x: 0, y: 0 }, { x: 1, y: 1 }, 5, '1')
  expect(lineBrush.cells).toHaveLength(48 * 27)
})

test('a new area has its index after the earlier ones, never above the limit', () => {
  const brush = withArea(brushFor(SIZE, undefined), 2, { angle: 90 })
  expect(brush.areas.map(({ angle }) => angle)).toEqual([0, 0, 90])
  expect(withArea(brush, 9, {}).areas).toHaveLength(MOST_BRUSH_AREAS)
})

test('marks encode cells', () => {
  expect(['area-0', 'area-3', 'held', 'free'].map((mark) => cellOfMark(mark as 'held'))).toEqual(['2', '5', '1', '0'])
  expect(areaOfMark('held')).toBeNull()
})

test('the brush of another picture is rejected', () => {
  const otherBrush = brushFor({ width: 900, height: 1600 }, undefined)
  expect(brushFor(SIZE, otherBrush)).toMatchObject({ columns: 48, rows: 27 })
})
