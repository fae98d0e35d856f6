import type { Template } from '#shared/api/templates.ts'
import { TOOL_ROUTES } from '#shared/domain/detail-path.ts'
import { trackMode } from '#shared/domain/measurement-rules.ts'
import { type TrackEvents, track } from '#src/reporting/track.ts'
import { type Prefill, requestPrefill } from '#src/routing/prefill.ts'
import { linkTo } from '#src/routing/routes.ts'

type UseSource = TrackEvents['template_use']['source']

/** Opens the form with an item's settings. For an effect, the form's address contains its id, so that a reload fills the form again. */
export function startTemplate(template: Template, source: UseSource, go: (path: string) => void): void {
  const { id, bizType } = template
  track('template_use', { name: trackMode(bizType), ...(bizType === 'TEMPLATE' ? { templates: id } : { explore: id }), source })
  requestPrefill(prefillOf(template))
  const tool = linkTo(TOOL_ROUTES[bizType])
  go(bizType === 'TEMPLATE' ? `${tool}?templateId=${encodeURIComponent(id)}` : tool)
}

/** The values for the form: the item's settings without its picture. */
export function prefillOf(template: Template): Prefill {
  const { id, bizType, templateName, prompt, videoModel, videoLength, videoResolution } = template
  if (bizType === 'TEMPLATE') return { bizType, settings: { templateId: id, templateName }, pictures: [] }
  const settings = { prompt, modelName: videoModel, duration: videoLength, resolution: videoResolution }
  return { bizType, settings, pictures: [], explore: id }
}
