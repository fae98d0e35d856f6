import type { Move } from '../vocabulary/moves.ts'
import type { GradeName } from '../vocabulary/grades.ts'
import type { OverlayKind } from '../vocabulary/overlay-kinds.ts'
import type { Mood } from '../music/music.ts'

/** Camera moves that can be chosen; `handheld` keeps the calm way of the take. */
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

/** Weather and light with a switch of their own. */
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

/** The camera's way: 1 is the ordinary distance. */
export const STRENGTH_RANGE = { min: 0.25, max: 2, step: 0.05 } as const
/** The camera's speed: above 1 it arrives sooner and rests, below 1 it covers that share of the way. */
export const SPEED_RANGE = { min: 0.5, max: 2, step: 0.05 } as const
export const ORDINARY = 1

/** Ratios of a video besides the picture's own. */
export const OUTPUT_RATIOS = { '16:9': 16 / 9, '9:16': 9 / 16, '1:1': 1, '4:5': 4 / 5 } as const
export type OutputRatio = keyof typeof OUTPUT_RATIOS

/** A place in the picture, as shares of its width and height from the upper left corner. */
export interface Spot {
  readonly x: number
  readonly y: number
}

/** The cut of a ratio; `x` and `y` are its place in the room that the picture leaves, 0 left or top, 1 right or bottom. */
export interface OutputFrame extends Spot {
  readonly ratio: OutputRatio
}

/** How a painted area moves: on in one direction, or to and fro. */
export const BRUSH_WAYS = ['flow', 'sway'] as const
export type BrushWay = (typeof BRUSH_WAYS)[number]

export interface BrushArea {
  readonly way: BrushWay
  /** The direction in degrees: 0 to the right, 90 down. */
  readonly angle: number
  /** 1 is ordinary. */
  readonly strength: number
}

/** Cells along the longer side of a picture. */
export const BRUSH_CELLS = 48
/** Painted areas with a motion of their own. */
export const MOST_BRUSH_AREAS = 4
export const BRUSH_STRENGTH_RANGE = { min: 0.25, max: 2, step: 0.05 } as const
export const MOST_DEGREES = 360

/** A cell without a mark, and one that is held still; the following digits are areas. */
export const FREE_CELL = '0'
export const HELD_CELL = '1'

/** Colours; `none` keeps the picture's own. */
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

/** What is painted on a picture: a digit per cell, row by row. */
export interface MotionBrush {
  readonly columns: number
  readonly rows: number
  readonly cells: string
  readonly areas: readonly BrushArea[]
}

/** The longest list of unwanted things that is accepted, in code points. */
export const MAX_NEGATIVE_PROMPT_LENGTH = 500

/** What is set by hand. Each control outranks the words of the prompt; one that is missing leaves the choice to them. */
export interface MotionControls {
  readonly camera?: CameraChoice | undefined
  readonly strength?: number | undefined
  readonly speed?: number | undefined
  readonly focus?: Spot | undefined
  /** On or off, whatever the words say. */
  readonly overlays?: Partial<Record<SwitchedOverlay, boolean>> | undefined
  readonly grade?: GradeChoice | undefined
  readonly brush?: MotionBrush | undefined
  readonly output?: OutputFrame | undefined
  readonly negativePrompt?: string | undefined
  /** The mood of the composed music, instead of the effect's; without one only effects have music. */
  readonly music?: Mood | undefined
}

/** The controls that an engine can take; the form shows only these. */
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
  const set = Object.entries(controls).filter(([, value]) => value !== undefined && value !== '')
  return set.length === 0 ? undefined : Object.fromEntries(set)
}

/** Controls with a change applied; undefined if nothing is left. */
export function changeControls(controls: MotionControls | undefined, change: MotionControls): MotionControls | undefined {
  return trimControls({ ...controls, ...change })
}

/** Whether every cell has a digit, and every digit an area. */
export function isBrushWhole({ columns, rows, cells, areas }: MotionBrush): boolean {
  return cells.length === columns * rows && Array.from(cells).every((cell) => Number(cell) < areas.length + 2)
}

/** The digit of an area's cells. */
export function cellOfArea(index: number): string {
  return String(index + 2)
}

/** The cells of a picture: square ones, `BRUSH_CELLS` along the longer side. */
export function brushGrid({ width, height }: { readonly width: number; readonly height: number }): {
  readonly columns: number
  readonly rows: number
} {
  const cell = Math.max(width, height) / BRUSH_CELLS
  return { columns: Math.max(1, Math.round(width / cell)), rows: Math.max(1, Math.round(height / cell)) }
}
