import {
  type BrushArea,
  type MotionBrush,
  type Spot,
  FREE_CELL,
  HELD_CELL,
  MOST_BRUSH_AREAS,
  ORDINARY,
  brushGrid,
  cellOfArea,
} from '#shared/motion/controls/motion-controls.ts'
import { proxy } from '#src/platform/state.ts'
import type { Size } from '#shared/motion/picture.ts'

export const NEW_AREA: BrushArea = { way: 'flow', angle: 0, strength: ORDINARY }

/** The brush of a picture; an empty one where none fits its cells. */
export function brushFor(size: Size, brush: MotionBrush | undefined): MotionBrush {
  const { columns, rows } = brushGrid(size)
  if (brush?.columns === columns && brush.rows === rows) return brush
  return { columns, rows, cells: FREE_CELL.repeat(columns * rows), areas: [] }
}

/** Undefined where nothing is painted. */
export function usedBrush(brush: MotionBrush): MotionBrush | undefined {
  return Array.from(brush.cells).every((cell) => cell === FREE_CELL) ? undefined : brush
}

/** The brush with an area changed; areas before it come into being. */
export function withArea(brush: MotionBrush, index: number, change: Partial<BrushArea>): MotionBrush {
  const count = Math.min(MOST_BRUSH_AREAS, Math.max(brush.areas.length, index + 1))
  const areas = Array.from({ length: count }, (_, at) => brush.areas[at] ?? NEW_AREA)
  return { ...brush, areas: areas.map((area, at): BrushArea => (at === index ? Object.assign({}, area, change) : area)) }
}

/** Marks every cell whose middle is within `radius` cells of the line between two spots. */
export function paintLine(brush: MotionBrush, from: Spot, to: Spot, radius: number, cell: string): MotionBrush {
  const { columns, rows } = brush
  const [fromX, fromY] = [from.x * columns, from.y * rows]
  const [wayX, wayY] = [to.x * columns - fromX, to.y * rows - fromY]
  const length = wayX * wayX + wayY * wayY
  const cells = Array.from(brush.cells)
  const range = (a: number, b: number, most: number) => [
    Math.max(0, Math.floor(Math.min(a, b) - radius)),
    Math.min(most - 1, Math.ceil(Math.max(a, b) + radius)),
  ]
  const [firstX = 0, lastX = 0] = range(fromX, fromX + wayX, columns)
  const [firstY = 0, lastY = 0] = range(fromY, fromY + wayY, rows)
  for (let y = firstY; y <= lastY; y++) {
    for (let x = firstX; x <= lastX; x++) {
      const [dx, dy] = [x + 0.5 - fromX, y + 0.5 - fromY]
      const along = length === 0 ? 0 : Math.max(0, Math.min(1, (dx * wayX + dy * wayY) / length))
      if (Math.hypot(dx - wayX * along, dy - wayY * along) <= radius) cells[y * columns + x] = cell
    }
  }
  return { ...brush, cells: cells.join('') }
}

/** What the brush paints: an area, a part that is held still, or nothing. */
export type BrushMark = 'area-0' | 'area-1' | 'area-2' | 'area-3' | 'held' | 'free'

/** The area of a mark; null for marks without one. */
export function areaOfMark(mark: BrushMark): number | null {
  return mark.startsWith('area-') ? Number(mark.slice('area-'.length)) : null
}

export function cellOfMark(mark: BrushMark): string {
  const area = areaOfMark(mark)
  return area === null ? (mark === 'held' ? HELD_CELL : FREE_CELL) : cellOfArea(area)
}

/** Radii of the brush, in cells. */
export const BRUSH_RADII = [1.6, 3, 5] as const

interface BrushTool {
  mark: BrushMark
  radius: number
}

/** The brush in the person's hand. */
export const brushTool = proxy<BrushTool>({ mark: 'area-0', radius: BRUSH_RADII[1] })
