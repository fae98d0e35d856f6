import * as motion from '#motion/controls/motion-controls.ts'
import type { Size } from '#motion/pixels.ts'
import { formatShare, useText } from '#src/i18n/i18n.ts'
import { useSnapshot, proxy } from '#src/store/state.ts'
import { Button } from '#src/design/button.tsx'
import { Segmented } from '#src/design/segmented.tsx'
import { Slider } from '#src/design/slider.tsx'
import { useControls } from '../use-composer.ts'
import panel from './control-panel.module.css'

/** What the brush paints: one of four moving areas, the still area, or nothing (`free`, which erases). */
type BrushMark = 'area-0' | 'area-1' | 'area-2' | 'area-3' | 'held' | 'free'

const BRUSH_MARKS: readonly BrushMark[] = ['area-0', 'area-1', 'area-2', 'area-3', 'held', 'free']
const DIRECTIONS = 8
const DEGREES = 360
const ANGLE_STEP = 5

/** Selects what the brush paints, and how a painted area moves. */
export function BrushPanel() {
  const text = useText()
  const { composer, controls, setControls } = useControls()
  const { mark, radius } = useSnapshot(brushTool)
  const { picture } = useSnapshot(composer.slots[0].state)
  if (picture.status !== 'ready') return <p className={panel['hint']}>{text('controls.brush.noPhoto')}</p>
  const brush = brushFor(picture.facts, controls.brush)
  const index = areaOfMark(mark)
  const area = (index === null ? undefined : brush.areas[index]) ?? NEW_AREA
  const changeArea = (areaChange: Partial<typeof NEW_AREA>) =>
    index !== null && setControls({ brush: paintedBrush(withArea(brush, index, areaChange)) })
  return (
    <div className={panel['panel']}>
      <p className={panel['hint']}>{text('controls.brush.hint')}</p>
      <Segmented<BrushMark>
        label={text('controls.brush')}
        options={BRUSH_MARKS.map((value) => ({ value, label: text(`controls.brush.${value}`) }))}
        value={mark}
        onValue={(value) => Object.assign(brushTool, { mark: value })}
      />
      <Segmented<number>
        label={text('controls.brush.size')}
        options={BRUSH_RADII.map((value, at) => ({ value, label: text(`controls.brush.size.${at}`) }))}
        value={radius}
        onValue={(value) => Object.assign(brushTool, { radius: value })}
      />
      {index !== null && (
        <>
          <Segmented<motion.BrushWay>
            label={text('controls.brush.way')}
            options={motion.BRUSH_WAYS.map((value) => ({ value, label: text(`controls.brush.way.${value}`) }))}
            value={area.way}
            onValue={(way) => changeArea({ way })}
          />
          <Slider
            label={text('controls.brush.angle')}
            value={area.angle}
            min={0}
            max={DEGREES - ANGLE_STEP}
            step={ANGLE_STEP}
            valueText={text(`controls.brush.angle.${Math.round((area.angle / DEGREES) * DIRECTIONS) % DIRECTIONS}`)}
            startLabel="→"
            endLabel="↗"
            onValue={(angle) => changeArea({ angle })}
          />
          <Slider
            label={text('controls.brush.strength')}
            value={area.strength}
            {...motion.BRUSH_STRENGTH_RANGE}
            valueText={formatShare(area.strength)}
            startLabel={text('controls.strength.less')}
            endLabel={text('controls.strength.more')}
            onValue={(strength) => changeArea({ strength })}
          />
        </>
      )}
      {controls.brush !== undefined && (
        <Button variant="plain" icon="trash" onClick={() => setControls({ brush: undefined })}>
          {text('controls.brush.clear')}
        </Button>
      )}
    </div>
  )
}

/** The radii of the brush, in cells of the grid over the picture. */
const BRUSH_RADII = [1.6, 3, 5] as const

interface BrushTool {
  mark: BrushMark
  radius: number
}

export const brushTool = proxy<BrushTool>({ mark: 'area-0', radius: BRUSH_RADII[1] })

/** The index of the moving area that a mark paints; null for the other marks. */
export function areaOfMark(mark: BrushMark): number | null {
  return mark.startsWith('area-') ? Number(mark.slice('area-'.length)) : null
}

export function cellOfMark(mark: BrushMark): string {
  const area = areaOfMark(mark)
  return area === null ? (mark === 'held' ? motion.STILL_CELL : motion.FREE_CELL) : motion.cellOfArea(area)
}

const NEW_AREA: motion.BrushArea = { way: 'flow', angle: 0, strength: motion.ORDINARY_FACTOR }

/** The brush data for a picture of this size. If `brush` has a grid of another size, new data with nothing painted replaces it. */
export function brushFor(size: Size, brush: motion.MotionBrush | undefined): motion.MotionBrush {
  const { columns, rows } = motion.brushGrid(size)
  if (brush?.columns === columns && brush.rows === rows) return brush
  return { columns, rows, cells: motion.FREE_CELL.repeat(columns * rows), areas: [] }
}

/** The brush data, or undefined if nothing is painted. */
export function paintedBrush(brush: motion.MotionBrush): motion.MotionBrush | undefined {
  return Array.from(brush.cells).every((cell) => cell === motion.FREE_CELL) ? undefined : brush
}

/** Changes one moving area of the brush, and creates missing areas before it. */
export function withArea(brush: motion.MotionBrush, index: number, change: Partial<motion.BrushArea>): motion.MotionBrush {
  const areaCount = Math.min(motion.MOST_BRUSH_AREAS, Math.max(brush.areas.length, index + 1))
  const areas = Array.from({ length: areaCount }, (_, at) => brush.areas[at] ?? NEW_AREA)
  return { ...brush, areas: areas.map((area, at): motion.BrushArea => (at === index ? Object.assign({}, area, change) : area)) }
}

/** Paints every cell whose middle is within `radius` cells of the line between two positions. */
export function paintLine(brush: motion.MotionBrush, from: motion.Spot, to: motion.Spot, radius: number, cell: string): motion.MotionBrush {
  const { columns, rows } = brush
  const [fromX, fromY] = [from.x * columns, from.y * rows]
  const [wayX, wayY] = [to.x * columns - fromX, to.y * rows - fromY]
  const squaredLength = wayX * wayX + wayY * wayY
  const cells = Array.from(brush.cells)
  const cellRange = (a: number, b: number, cellCount: number) => [
    Math.max(0, Math.floor(Math.min(a, b) - radius)),
    Math.min(cellCount - 1, Math.ceil(Math.max(a, b) + radius)),
  ]
  const [firstX = 0, lastX = 0] = cellRange(fromX, fromX + wayX, columns)
  const [firstY = 0, lastY = 0] = cellRange(fromY, fromY + wayY, rows)
  for (let y = firstY; y <= lastY; y++) {
    for (let x = firstX; x <= lastX; x++) {
      const [dx, dy] = [x + 0.5 - fromX, y + 0.5 - fromY]
      const share = squaredLength === 0 ? 0 : Math.max(0, Math.min(1, (dx * wayX + dy * wayY) / squaredLength))
      if (Math.hypot(dx - wayX * share, dy - wayY * share) <= radius) cells[y * columns + x] = cell
    }
  }
  return { ...brush, cells: cells.join('') }
}
