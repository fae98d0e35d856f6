import type { Creation } from '#shared/api/generation.ts'
import type { GenerationSettings } from '#shared/contract/commit-contract.ts'
import { TOOL_ROUTES } from '#shared/domain/detail-path.ts'
import { DEFAULT_IMAGE_FIDELITY, DEFAULT_VIDEO_COUNT, VIDEO_COUNTS } from '#shared/domain/generation-options.ts'
import { linkTo } from '#src/routing/routes.ts'
import type { ActionDeps } from '../action-deps.ts'

/** Opens the form with the settings and pictures of a creation. */
export function sameSettings(creation: Creation, { requestPrefill, go }: Pick<ActionDeps, 'requestPrefill' | 'go'>): void {
  const { bizType, srcImage } = creation
  requestPrefill({
    bizType,
    settings: settingsOf(creation),
    pictures: srcImage.map((url) => ({ url, name: url.slice(url.lastIndexOf('/') + 1) })),
  })
  go(linkTo(TOOL_ROUTES[bizType]))
}

/** The settings of a creation as the form needs them. With the same seed, they make the same video again. */
export function settingsOf(creation: Creation): Partial<GenerationSettings> {
  const { bizType, prompt, modelName, duration, resolution, params, seed, templateId, templateName } = creation
  return {
    prompt,
    modelName,
    duration,
    resolution,
    videoNum: VIDEO_COUNTS.find((count) => count === creation.videoNum) ?? DEFAULT_VIDEO_COUNT,
    ...(bizType === 'TEMPLATE'
      ? { templateId: templateId ?? '', templateName: templateName ?? '', aiMusic: creation.aiMusic === 1 ? 1 : 0 }
      : { imageFidelity: params.imageFidelity ?? DEFAULT_IMAGE_FIDELITY }),
    controls: params.controls,
    ownMusic: undefined,
    ...(seed === undefined ? {} : { seed }),
  }
}
