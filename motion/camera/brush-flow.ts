import { smoothStep, wave } from '../curves.ts'
import { type BrushArea, type MotionBrush, FREE_CELL, STILL_CELL, cellOfArea } from '../controls/motion-controls.ts'
import type { PictureWindow } from '../controls/output-window.ts'
import { type Size, type Plane, boxBlur, makePlane, sampleAt } from '../pixels.ts'

/** The number of cells around a painted cell in which its motion fades out. */
export const BRUSH_FEATHER_CELLS = 3
/** Two blurs of this radius make the soft border. */
const BLUR_RADIUS = 1
/** The factor that restores full strength inside a blurred area; the result is limited to 1. */
const SOFT_AREA_GAIN = 1.25
/** The growth of a still area before its border is softened, so that all of its own cells stay still. */
const STILL_GROWTH_CELLS = 3

/** Flow: the distance that a point moves in one round, in picture heights, and the duration of a round. */
const FLOW_LENGTH = 0.055
const FLOW_ROUND_SECONDS = 2
/** How much the starts of the rounds differ between points, in rounds. With equal starts, the flow would pulse. */
const PHASE_SPREAD = 0.35
const SWAY_LENGTH = 0.018
const SWAY_PER_SECOND = 0.45
const SWAY_WAVES = 1.4
/** The time in which the motion of painted areas starts from rest. */
const START_SECONDS = 0.5
const DEGREES_PER_TURN = 360
const QUARTER_TURN = 0.25

/** The sample positions of grid nodes: x, y pairs in source pixels. */
interface FlowPositions {
  /** The sample positions of the nodes without brush and distortions. */
  readonly bases: Float64Array
  /** The sample positions of the nodes, which the brush overwrites. */
  readonly positions: Float64Array
  /** The sample positions for the second of the two copies of the picture that flow alternately. */
  readonly otherPositions: Float64Array
  /** The share of the second copy at each node, 0 to 1. */
  readonly shares: Float32Array
}

export interface BrushFlow {
  /** Whether an area flows, so that the frame is a mix of two copies of the picture. */
  readonly isMixed: boolean
  /** Writes the positions and shares of all nodes at a time since the first frame. */
  moveNodes(nodes: FlowPositions, seconds: number): void
}

interface SoftArea extends BrushArea {
  readonly weights: Plane
  readonly x: number
  readonly y: number
}

/**
 * The painted motion of a picture. Flow is endless: two copies of the picture move alternately, and each copy is invisible when it jumps
 * back. Nothing moves outside of the areas and their feather. Rule: docs/motion.md, "Controls".
 */
export function createBrushFlow(brush: MotionBrush, window: PictureWindow, source: Size): BrushFlow {
  const stillness = brush.cells.includes(STILL_CELL) ? soften(grow(planeOf(brush, STILL_CELL), STILL_GROWTH_CELLS)) : null
  const areas = brush.areas.flatMap((area, index): SoftArea[] => {
    const digit = cellOfArea(index)
    if (!brush.cells.includes(digit)) return []
    const turns = area.angle / DEGREES_PER_TURN
    return [{ ...area, weights: soften(planeOf(brush, digit)), x: wave(turns + QUARTER_TURN), y: wave(turns) }]
  })
  const scaleX = (window.width * brush.columns) / source.width
  const scaleY = (window.height * brush.rows) / source.height
  const clampInside = (position: number, side: number) => Math.max(0, Math.min(side - 1, position))

  return {
    isMixed: areas.some(({ way }) => way === 'flow'),
    moveNodes({ bases, positions, otherPositions, shares }, seconds) {
      const easedHeight = smoothStep(seconds / START_SECONDS) * source.height
      for (let at = 0; at < bases.length; at += 2) {
        const baseX = bases[at] ?? 0
        const baseY = bases[at + 1] ?? 0
        const x = (baseX + 0.5) * scaleX + window.x * brush.columns - 0.5
        const y = (baseY + 0.5) * scaleY + window.y * brush.rows - 0.5
        const freedom = stillness === null ? 1 : 1 - sampleAt(stillness, x, y)
        const [u, v] = [x / brush.columns, y / brush.rows]
        const turns = seconds / FLOW_ROUND_SECONDS + PHASE_SPREAD * (wave(u * 1.1 + 0.2) + wave(v * 1.3 - 0.1))
        const phase = turns - Math.floor(turns)
        const [firstPhase, secondPhase] = [phase - 0.5, (phase < 0.5 ? phase + 0.5 : phase - 0.5) - 0.5]
        let [swayX, swayY, flowX, flowY] = [0, 0, 0, 0]
        for (const area of areas) {
          const weight = sampleAt(area.weights, x, y) * area.strength * freedom * easedHeight
          if (weight === 0) continue
          if (area.way === 'flow') {
            flowX += area.x * weight * FLOW_LENGTH
            flowY += area.y * weight * FLOW_LENGTH
          } else {
            const swing = wave(seconds * SWAY_PER_SECOND - (u + v) * SWAY_WAVES) * weight * SWAY_LENGTH
            swayX += area.x * swing
            swayY += area.y * swing
          }
        }
        const positionX = baseX + ((positions[at] ?? 0) - baseX) * freedom - swayX
        const positionY = baseY + ((positions[at + 1] ?? 0) - baseY) * freedom - swayY
        const isFlowing = flowX !== 0 || flowY !== 0
        shares[at / 2] = isFlowing ? Math.abs(1 - 2 * phase) : 0
        const isMoved = isFlowing || swayX !== 0 || swayY !== 0
        positions[at] = isMoved ? clampInside(positionX - flowX * firstPhase, source.width) : positionX
        positions[at + 1] = isMoved ? clampInside(positionY - flowY * firstPhase, source.height) : positionY
        otherPositions[at] = isMoved ? clampInside(positionX - flowX * secondPhase, source.width) : positionX
        otherPositions[at + 1] = isMoved ? clampInside(positionY - flowY * secondPhase, source.height) : positionY
      }
    },
  }
}

function planeOf({ columns, rows, cells }: MotionBrush, digit: string): Plane {
  return makePlane(columns, rows, (_x, _y, index) => ((cells[index] ?? FREE_CELL) === digit ? 1 : 0))
}

function soften(plane: Plane): Plane {
  const soft = boxBlur(boxBlur(plane, BLUR_RADIUS), BLUR_RADIUS)
  return { ...soft, values: soft.values.map((value) => (value < 1e-6 ? 0 : Math.min(1, value * SOFT_AREA_GAIN))) }
}

function grow(plane: Plane, radius: number): Plane {
  const blurredPlane = boxBlur(plane, radius)
  return { ...blurredPlane, values: blurredPlane.values.map((value) => (value > 1e-6 ? 1 : 0)) }
}
