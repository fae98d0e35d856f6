import type { Template } from '#shared/api/templates.ts'
import { TOOL_ROUTES } from '#shared/domain/detail-path.ts'
import { linkTo } from '#src/lib/routes.ts'
import type { ActionDeps } from './action-deps.ts'

/** Fills the form of its kind with what makes this item, but for the picture, and goes there. */
export function startTemplate(template: Template, { leaveWish, go }: Pick<ActionDeps, 'leaveWish' | 'go'>): void {
  const { id, bizType, templateName, prompt, videoModel, videoLength, videoResolution } = template
  const tool = linkTo(TOOL_ROUTES[bizType])
  if (bizType === 'TEMPLATE') {
    leaveWish({ bizType, settings: { templateId: id, templateName }, pictures: [] })
    go(`${tool}?templateId=${encodeURIComponent(id)}`)
    return
  }
  leaveWish({
    bizType,
    settings: { prompt, modelName: videoModel, duration: videoLength, resolution: videoResolution },
    pictures: [],
    explore: id,
  })
  go(tool)
}
