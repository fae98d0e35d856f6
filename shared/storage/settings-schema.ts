import { z } from 'zod/mini'
import * as numbers from '#shared/numbers.ts'
import { motionControlsSchema } from '#shared/api/motion-controls.ts'
import { DURATIONS, MAX_SEED, RESOLUTIONS, VIDEO_COUNTS } from '#shared/domain/generation-options.ts'

/** The stored settings of a form or a commit. */
export const settingsSchema = z.object({
  modelName: z.string(),
  prompt: z.string(),
  duration: z.enum(DURATIONS),
  resolution: z.enum(RESOLUTIONS),
  videoNum: z.literal(VIDEO_COUNTS),
  imageFidelity: numbers.fraction(),
  seed: z.optional(z.number().check(...numbers.clamp(0, MAX_SEED))),
  isSeedKept: z.optional(z.boolean()),
  controls: z.optional(motionControlsSchema),
  mayMove: z.optional(z.boolean()),
  templateId: z.optional(z.string()),
  templateName: z.optional(z.string()),
  aiMusic: z.optional(z.literal([0, 1])),
  ownMusic: z.optional(z.object({ id: z.string(), name: z.string(), volume: numbers.fraction() })),
  extends: z.optional(z.object({ id: z.string(), title: z.string() })),
})
