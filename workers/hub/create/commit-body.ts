import { dropEmpty } from '#shared/domain/drop-empty.ts'
import { cleanPrompt } from '#shared/domain/clean-prompt.ts'
import type { OutboxRow } from '#shared/storage/hub-records.ts'

/** The request body of a commit. It is stored, and each try sends it unchanged. Rule: docs/create.md, "Generation calls". */
export function toCommitBody({ bizType, settings, fileUrl, lastFileUrl, priceCeiling }: OutboxRow): string {
  const { modelName, mayMove, imageFidelity, seed, controls, templateId, aiMusic, prompt, duration, resolution, videoNum } = settings
  const images = lastFileUrl === null ? [fileUrl] : [fileUrl, lastFileUrl]
  const commonFields = { prompt: cleanPrompt(prompt), images, duration, resolution, videoNum, priceCeiling }
  const kindFields =
    bizType === 'TEMPLATE'
      ? { templateId, aiMusic, extParams: { seed, controls } }
      : { modelName, mayMove, extParams: { imageFidelity, seed, controls } }
  const body = { ...commonFields, ...kindFields }
  return JSON.stringify(bizType === 'HEAD_TAIL' ? dropEmpty(body) : body)
}
