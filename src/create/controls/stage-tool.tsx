import { useEffect, useRef, useState } from 'react'
import { type MotionBrush, type OutputFrame, type Spot, STILL_CELL } from '#motion/controls/motion-controls.ts'
import { moveFrame, outputWindow } from '#motion/controls/output-window.ts'
import { useText } from '#src/i18n/i18n.ts'
import { useSnapshot } from '#src/store/state.ts'
import type { PictureFacts } from '../picture-slot-state.ts'
import { useControls } from '../use-composer.ts'
import type { StageToolName } from '../stage.tsx'
import { areaOfMark, brushFor, brushTool, cellOfMark, paintLine, paintedBrush, withArea } from './brush.tsx'
import styles from './stage-tool.module.css'

interface StageToolProps {
  readonly tool: StageToolName
  readonly facts: PictureFacts
  /** Whether the painted motion is playing below the brush. */
  readonly isFlowing: boolean
}

/** The selected control that the user operates on the picture itself. */
export function StageTool({ tool, facts, isFlowing }: StageToolProps) {
  const { controls } = useControls()
  if (tool === 'focus') return <FocusTool facts={facts} />
  if (tool === 'brush') return <BrushTool facts={facts} isFlowing={isFlowing} />
  return controls.output === undefined ? null : <FrameTool facts={facts} output={controls.output} />
}

/** A control over the picture: a press sets the target point of the camera. */
function FocusTool({ facts }: Pick<StageToolProps, 'facts'>) {
  const text = useText()
  const { composer, controls, setControls } = useControls()
  const visiblePart = outputWindow(facts, controls.output)
  const { focus } = controls
  const positionFocus = (event: React.PointerEvent<HTMLElement>) => {
    const { x, y } = spotOf(event)
    setControls({ focus: { x: visiblePart.x + x * visiblePart.width, y: visiblePart.y + y * visiblePart.height } })
    Object.assign(composer.state, { isAiming: false })
  }
  return (
    <div className={styles['tool']} data-tool="focus" onPointerDown={positionFocus}>
      {focus !== undefined && (
        <span
          className={styles['spot']}
          style={positionStyle((focus.x - visiblePart.x) / visiblePart.width, (focus.y - visiblePart.y) / visiblePart.height)}
        />
      )}
      <p className={styles['words']}>{text('controls.focus.tap')}</p>
    </div>
  )
}

/** A control over the picture: the visible part, which the user can drag. For keyboards, the form has sliders. */
function FrameTool({ facts, output }: { readonly facts: PictureFacts; readonly output: OutputFrame }) {
  const { setControls } = useControls()
  const drag = useRef<{ readonly from: Spot; readonly output: OutputFrame } | null>(null)
  const { x, y, width, height } = outputWindow(facts, output)
  const dragFrame = (event: React.PointerEvent<HTMLElement>) => {
    if (drag.current === null) return
    const spot = spotOf(event)
    const { from, output: formerOutput } = drag.current
    setControls({ output: moveFrame(facts, formerOutput, spot.x - from.x, spot.y - from.y) })
  }
  return (
    <div
      className={styles['tool']}
      data-tool="frame"
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        drag.current = { from: spotOf(event), output }
      }}
      onPointerMove={dragFrame}
      onPointerUp={() => (drag.current = null)}
      onPointerCancel={() => (drag.current = null)}
    >
      <span className={styles['frame']} style={{ ...positionStyle(x, y), width: `${width * 100}%`, height: `${height * 100}%` }} />
    </div>
  )
}

const FAST_STEP = 4

/** A control over the picture: paints its cells with a pointer, or with the arrow keys and the space bar. */
function BrushTool({ facts, isFlowing }: Omit<StageToolProps, 'tool'>) {
  const text = useText()
  const { controls, setControls } = useControls()
  const { mark, radius } = useSnapshot(brushTool)
  const canvas = useRef<HTMLCanvasElement>(null)
  const stroke = useRef<{ readonly brush: MotionBrush; readonly lastSpot: Spot } | null>(null)
  const [cursor, setCursor] = useState<Spot | null>(null)
  const brush = brushFor(facts, controls.brush)
  useEffect(() => {
    if (canvas.current !== null) drawCells(canvas.current, brush)
  }, [brush])

  const paint = (from: MotionBrush, start: Spot, end: Spot) => {
    const area = areaOfMark(mark)
    return paintLine(area === null ? from : withArea(from, area, {}), start, end, radius, cellOfMark(mark))
  }
  const extendStroke = (spots: readonly Spot[]) => {
    for (const spot of spots) {
      const { brush: strokeBrush, lastSpot } = stroke.current ?? { brush, lastSpot: spot }
      stroke.current = { brush: paint(strokeBrush, lastSpot, spot), lastSpot: spot }
    }
    if (canvas.current !== null && stroke.current !== null) drawCells(canvas.current, stroke.current.brush)
  }
  const finishStroke = () => {
    if (stroke.current !== null) setControls({ brush: paintedBrush(stroke.current.brush) })
    stroke.current = null
  }
  const onKey = (event: React.KeyboardEvent) => {
    const cell = cursor ?? { x: Math.floor(brush.columns / 2), y: Math.floor(brush.rows / 2) }
    const step = event.shiftKey ? FAST_STEP : 1
    const direction = KEY_DIRECTIONS[event.key]
    if (direction === undefined && event.key !== ' ') return
    event.preventDefault()
    if (direction !== undefined) {
      const [x, y] = direction
      return setCursor({ x: clamp(cell.x + x * step, brush.columns), y: clamp(cell.y + y * step, brush.rows) })
    }
    const spot = cellCentre(cell, brush)
    setCursor(cell)
    setControls({ brush: paintedBrush(paint(brush, spot, spot)) })
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- an application of its own, with its own keys
    <div
      className={styles['tool']}
      data-tool="brush"
      data-flowing={isFlowing || undefined}
      role="application"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- an application of its own, with its own keys
      tabIndex={0}
      aria-label={text('controls.brush.canvas')}
      onKeyDown={onKey}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        extendStroke([spotOf(event)])
      }}
      onPointerMove={(event) => {
        if (stroke.current !== null) extendStroke(spotsOf(event))
      }}
      onPointerUp={finishStroke}
      onPointerCancel={() => {
        stroke.current = null
        if (canvas.current !== null) drawCells(canvas.current, brush)
      }}
    >
      <canvas ref={canvas} className={styles['cells']} width={brush.columns} height={brush.rows} />
      {cursor !== null && <span className={styles['spot']} style={spotStyle(cellCentre(cursor, brush))} />}
      <span className="visually-hidden" aria-live="polite">
        {cursor !== null && text('controls.brush.cursor', { row: cursor.y + 1, column: cursor.x + 1 })}
      </span>
    </div>
  )
}

const KEY_DIRECTIONS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

function clamp(index: number, count: number): number {
  return Math.max(0, Math.min(count - 1, index))
}

function cellCentre({ x, y }: Spot, { columns, rows }: MotionBrush): Spot {
  return { x: (x + 0.5) / columns, y: (y + 0.5) / rows }
}

function positionStyle(x: number, y: number): React.CSSProperties {
  return { left: `${x * 100}%`, top: `${y * 100}%` }
}

function spotStyle({ x, y }: Spot): React.CSSProperties {
  return positionStyle(x, y)
}

/** The position of a pointer on an element, as shares (0 to 1) of its width and height. */
function spotOf(event: React.PointerEvent<HTMLElement>): Spot {
  return spotIn(event.currentTarget.getBoundingClientRect(), event)
}

/** All positions of the pointer since the last event. */
function spotsOf(event: React.PointerEvent<HTMLElement>): readonly Spot[] {
  const box = event.currentTarget.getBoundingClientRect()
  const coalescedEvents = event.nativeEvent.getCoalescedEvents?.() ?? []
  return (coalescedEvents.length === 0 ? [event] : coalescedEvents).map((each) => spotIn(box, each))
}

function spotIn(box: DOMRect, { clientX, clientY }: { readonly clientX: number; readonly clientY: number }): Spot {
  const shareOf = (offset: number, side: number) => Math.max(0, Math.min(1, offset / side))
  return { x: shareOf(clientX - box.left, box.width), y: shareOf(clientY - box.top, box.height) }
}

/**
 * The colours of the four moving areas and of the still area. They also differ in lightness, for users who can't distinguish the
 * hues.
 */
const AREA_COLOURS = ['255 180 84', '110 200 255', '190 140 255', '140 230 150'] as const
const STILL_COLOUR = '255 255 255'
const OPACITY = 0.55

function drawCells(canvas: HTMLCanvasElement, { columns, rows, cells }: MotionBrush): void {
  const context = canvas.getContext('2d')
  if (context === null) return
  context.clearRect(0, 0, columns, rows)
  for (const [index, cell] of Array.from(cells).entries()) {
    const colour = cell === STILL_CELL ? STILL_COLOUR : AREA_COLOURS[Number(cell) - 2]
    if (colour === undefined) continue
    context.fillStyle = `rgb(${colour} / ${OPACITY})`
    context.fillRect(index % columns, Math.floor(index / columns), 1, 1)
  }
}
