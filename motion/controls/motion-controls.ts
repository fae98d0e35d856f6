import type { Move } from '../vocabulary/moves.ts'
import type { GradeName } from '../vocabulary/grades.ts'
import type { OverlayKind } from '../vocabulary/overlay-kinds.ts'
import type { Mood } from '../music/music.ts'

/** Selectable camera moves. `handheld` shakes the camera; its path is the one that a prompt without moves gets. */
export const CAMERA_CHOICES = [
  'push-in',
  'pull-out',
  'pan-left',
  'pan-right',
  'tilt-up',
  'tilt-down',
  'orbit-left',
  'orbit-right',
  'rise',
  'sink',
  'dolly-zoom',
  'handheld',
  'still',
] as const satisfies readonly (Move | 'handheld')[]
export type CameraChoice = (typeof CAMERA_CHOICES)[number]

/** The overlays of weather and light that the user can switch on and off. */
export const SWITCHED_OVERLAYS = [
  'rain',
  'snow',
  'fog',
  'embers',
  'petals',
  'confetti',
  'light-leaks',
  'bokeh',
  'glow',
  'vignette',
  'grain',
  'letterbox',
] as const satisfies readonly OverlayKind[]
export type SwitchedOverlay = (typeof SWITCHED_OVERLAYS)[number]

/** The factor on the distance that the camera moves; 1 is the ordinary distance. */
export const STRENGTH_RANGE = { min: 0.25, max: 2, step: 0.05 } as const
/** The camera's speed. Above 1 the camera arrives earlier and rests; below 1 it covers only this share of the path. */
export const SPEED_RANGE = { min: 0.5, max: 2, step: 0.05 } as const
export const ORDINARY_FACTOR = 1

/** Ratios that the user can choose for a video instead of the picture's own. */
export const OUTPUT_RATIOS = { '16:9': 16 / 9, '9:16': 9 / 16, '1:1': 1, '4:5': 4 / 5 } as const
export type OutputRatio = keyof typeof OUTPUT_RATIOS

/** A point in the picture, as shares of its width and height from the upper left corner. */
export interface Spot {
  readonly x: number
  readonly y: number
}

/** The crop of a picture to `ratio`. `x` and `y` are its position in the remaining space: 0 is left or top, 1 is right or bottom. */
export interface OutputFrame extends Spot {
  readonly ratio: OutputRatio
}

/** The motion of a painted area: in one direction, or back and forth. */
export const BRUSH_WAYS = ['flow', 'sway'] as const
export type BrushWay = (typeof BRUSH_WAYS)[number]

export interface BrushArea {
  readonly way: BrushWay
  /** The direction of the motion in degrees: 0 to the right, 90 down. */
  readonly angle: number
  /** The strength of the motion; 1 is ordinary. */
  readonly strength: number
}

/** Cells along the longer side of a picture. */
export const BRUSH_CELLS = 48
/** The maximum number of painted areas, each with its own motion. */
export const MOST_BRUSH_AREAS = 4
export const BRUSH_STRENGTH_RANGE = { min: 0.25, max: 2, step: 0.05 } as const
export const MOST_DEGREES = 360

/** The digit of an unpainted cell and the digit of a cell that stays still. The following digits are painted areas. */
export const FREE_CELL = '0'
export const STILL_CELL = '1'

/** Colour grades; `none` leaves the colours unchanged. */
export const GRADE_CHOICES = [
  'none',
  'warm',
  'golden',
  'cold',
  'moonlight',
  'teal-orange',
  'neon',
  'dream',
  'faded',
  'vintage',
  'sepia',
  'noir',
  'bleach',
  'autumn',
  'emerald',
  'rose',
] as const satisfies readonly (GradeName | 'none')[]
export type GradeChoice = (typeof GRADE_CHOICES)[number]

/** The painted motion of a picture: a digit per cell, row by row. */
export interface MotionBrush {
  readonly columns: number
  readonly rows: number
  readonly cells: string
  readonly areas: readonly BrushArea[]
}

/** The longest accepted negative prompt, in code points. */
export const MAX_NEGATIVE_PROMPT_LENGTH = 500

/** Manual controls. Each control overrides the words of the prompt; a missing control leaves the choice to the prompt. */
export interface MotionControls {
  readonly camera?: CameraChoice | undefined
  readonly strength?: number | undefined
  readonly speed?: number | undefined
  readonly focus?: Spot | undefined
  /** Weather and light that are switched on or off, independent of the prompt. */
  readonly overlays?: Partial<Record<SwitchedOverlay, boolean>> | undefined
  readonly grade?: GradeChoice | undefined
  readonly brush?: MotionBrush | undefined
  readonly output?: OutputFrame | undefined
  readonly negativePrompt?: string | undefined
  /** The mood of the composed music, instead of the effect's mood. Without it only effects have music. */
  readonly music?: Mood | undefined
}

/** The controls that an engine can support; the form shows only supported ones. */
export const CONTROL_NAMES = [
  'camera',
  'strength',
  'speed',
  'focus',
  'overlays',
  'grade',
  'brush',
  'output',
  'negativePrompt',
  'music',
] as const satisfies readonly (keyof MotionControls)[]
export type ControlName = (typeof CONTROL_NAMES)[number]

/** Controls without empty values; undefined if nothing is set. */
export function trimControls(controls: MotionControls): MotionControls | undefined {
  const setEntries = Object.entries(controls).filter(([, value]) => value !== undefined && value !== '')
  return setEntries.length === 0 ? undefined : Object.fromEntries(setEntries)
}

/** Controls with a change applied; undefined if nothing is left. */
export function changeControls(controls: MotionControls | undefined, change: MotionControls): MotionControls | undefined {
  return trimControls({ ...controls, ...change })
}

/** Whether each cell has one digit, and each digit is free, still or the digit of an area. */
export function isBrushWhole({ columns, rows, cells, areas }: MotionBrush): boolean {
  return cells.length === columns * rows && Array.from(cells).every((cell) => Number(cell) < areas.length + 2)
}

/** The digit of an area's cells. */
export function cellOfArea(index: number): string {
  return String(index + 2)
}

/** The grid of a picture: square cells, `BRUSH_CELLS` along the longer side. */
export function brushGrid({ width, height }: { readonly width: number; readonly height: number }): {
  readonly columns: number
  readonly rows: number
} {
  const cell = Math.max(width, height) / BRUSH_CELLS
  return { columns: Math.max(1, Math.round(width / cell)), rows: Math.max(1, Math.round(height / cell)) }
}
