import type { Call } from '#shared/api/define-call.ts'
import type { GenerationAccepted } from '#shared/api/generation.ts'
import type { BizType } from '#shared/domain/task.ts'
import type { OutboxRow } from '#shared/storage/hub-records.ts'
import { dropEmpty } from '#shared/domain/drop-empty.ts'
import { generateCustom, generateHeadTail, generateTemplate } from '#shared/api/generation.ts'

/** The call that takes each kind of commit. */
export const COMMIT_CALLS: Record<BizType, Call<unknown, GenerationAccepted>> = {
  CUSTOM: generateCustom,
  HEAD_TAIL: generateHeadTail,
  TEMPLATE: generateTemplate,
}

/** The body of its call, as it is frozen. Rule: docs/create.md, "Generation calls". */
export function toBody({ bizType, settings, fileUrl, lastFileUrl, priceCeiling }: OutboxRow): string {
  const { modelName, imageFidelity, seed, templateId, aiMusic, prompt, duration, resolution, videoNum } = settings
  const images = lastFileUrl === null ? [fileUrl] : [fileUrl, lastFileUrl]
  const common = { prompt, images, duration, resolution, videoNum, priceCeiling }
  const own = bizType === 'TEMPLATE' ? { templateId, aiMusic, extParams: { seed } } : { modelName, extParams: { imageFidelity, seed } }
  const body = { ...common, ...own }
  return JSON.stringify(bizType === 'HEAD_TAIL' ? dropEmpty(body) : body)
}
