import { z } from 'zod/mini'
import { plainText } from './define-call.ts'
import {
  BRUSH_CELLS,
  BRUSH_STRENGTH_RANGE,
  BRUSH_WAYS,
  CAMERA_CHOICES,
  GRADE_CHOICES,
  MAX_NEGATIVE_PROMPT_LENGTH,
  MOST_BRUSH_AREAS,
  MOST_DEGREES,
  OUTPUT_RATIOS,
  SPEED_RANGE,
  STRENGTH_RANGE,
  SWITCHED_OVERLAYS,
  type MotionControls,
  type OutputRatio,
  isBrushWhole,
} from '#shared/motion/controls/motion-controls.ts'
import { MOODS } from '#shared/motion/music/music.ts'

const share = z.number().check(z.minimum(0), z.maximum(1))
const within = ({ min, max }: { readonly min: number; readonly max: number }) => z.number().check(z.minimum(min), z.maximum(max))
const cells = z.number().check(z.int(), z.minimum(1), z.maximum(BRUSH_CELLS))

const brushSchema = z
  .object({
    columns: cells,
    rows: cells,
    cells: z.string().check(z.regex(/^[0-9]*$/), z.maxLength(BRUSH_CELLS * BRUSH_CELLS)),
    areas: z
      .array(z.object({ way: z.enum(BRUSH_WAYS), angle: within({ min: 0, max: MOST_DEGREES }), strength: within(BRUSH_STRENGTH_RANGE) }))
      .check(z.maxLength(MOST_BRUSH_AREAS)),
  })
  .check(z.refine(isBrushWhole))

/** What is set by hand, in calls and in stored records. */
export const motionControlsSchema: z.ZodMiniType<MotionControls> = z.object({
  camera: z.optional(z.enum(CAMERA_CHOICES)),
  strength: z.optional(within(STRENGTH_RANGE)),
  speed: z.optional(within(SPEED_RANGE)),
  focus: z.optional(z.object({ x: share, y: share })),
  overlays: z.optional(z.partialRecord(z.enum(SWITCHED_OVERLAYS), z.boolean())),
  grade: z.optional(z.enum(GRADE_CHOICES)),
  brush: z.optional(brushSchema),
  output: z.optional(z.object({ ratio: z.enum(Object.keys(OUTPUT_RATIOS) as OutputRatio[]), x: share, y: share })),
  negativePrompt: z.optional(plainText(MAX_NEGATIVE_PROMPT_LENGTH)),
  music: z.optional(z.enum(MOODS)),
})
