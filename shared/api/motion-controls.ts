import { z } from 'zod/mini'
import { plainText } from './define-call.ts'
import * as controls from '#motion/controls/motion-controls.ts'
import { MOODS } from '#motion/music/music.ts'

const shareSchema = z.number().check(z.minimum(0), z.maximum(1))
const rangeSchema = ({ min, max }: { readonly min: number; readonly max: number }) => z.number().check(z.minimum(min), z.maximum(max))
const cellCountSchema = z.number().check(z.int(), z.minimum(1), z.maximum(controls.BRUSH_CELLS))

const brushSchema = z
  .object({
    columns: cellCountSchema,
    rows: cellCountSchema,
    cells: z.string().check(z.regex(/^[0-9]*$/), z.maxLength(controls.BRUSH_CELLS * controls.BRUSH_CELLS)),
    areas: z
      .array(
        z.object({
          way: z.enum(controls.BRUSH_WAYS),
          angle: rangeSchema({ min: 0, max: controls.MOST_DEGREES }),
          strength: rangeSchema(controls.BRUSH_STRENGTH_RANGE),
        }),
      )
      .check(z.maxLength(controls.MOST_BRUSH_AREAS)),
  })
  .check(z.refine(controls.isBrushWhole))

/** The manual controls, in calls and in stored records. */
export const motionControlsSchema: z.ZodMiniType<controls.MotionControls> = z.object({
  camera: z.optional(z.enum(controls.CAMERA_CHOICES)),
  strength: z.optional(rangeSchema(controls.STRENGTH_RANGE)),
  speed: z.optional(rangeSchema(controls.SPEED_RANGE)),
  focus: z.optional(z.object({ x: shareSchema, y: shareSchema })),
  overlays: z.optional(z.partialRecord(z.enum(controls.SWITCHED_OVERLAYS), z.boolean())),
  grade: z.optional(z.enum(controls.GRADE_CHOICES)),
  brush: z.optional(brushSchema),
  output: z.optional(
    z.object({ ratio: z.enum(Object.keys(controls.OUTPUT_RATIOS) as controls.OutputRatio[]), x: shareSchema, y: shareSchema }),
  ),
  negativePrompt: z.optional(plainText(controls.MAX_NEGATIVE_PROMPT_LENGTH)),
  music: z.optional(z.enum(MOODS)),
})
