import type { GenerationSettings } from '#shared/contract/commit-contract.ts'
import type { BizType } from '#shared/domain/task.ts'
import type { PlanRequest } from '#shared/motion/plan-request.ts'
import type { Size } from '#shared/motion/picture.ts'
import { DEFAULT_IMAGE_FIDELITY, DEFAULT_MODEL, durationSeconds } from '#shared/domain/generation-options.ts'

/**
 * What the server will plan from when these settings are committed; null where that is not known here: without a seed it chooses its own,
 * and another model has no plan of ours.
 */
export function planRequestOf(settings: GenerationSettings, bizType: BizType, picture: Size, take: number): PlanRequest | null {
  const { modelName, prompt, templateId = null, duration, seed } = settings
  if (seed === undefined || modelName !== DEFAULT_MODEL) return null
  const { width, height } = picture
  // An effect's call has no fidelity.
  const imageFidelity = bizType === 'TEMPLATE' ? DEFAULT_IMAGE_FIDELITY : settings.imageFidelity
  return { bizType, prompt, templateId, picture: { width, height }, durationSeconds: durationSeconds(duration), imageFidelity, seed, take }
}
