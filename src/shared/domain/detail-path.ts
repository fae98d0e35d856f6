import type { RouteName } from '#shared/domain/route-patterns.ts'
import type { BizType } from '#shared/domain/task.ts'
import { ROUTES } from '#shared/domain/route-patterns.ts'
import { templateSlug } from '#shared/domain/template-slug.ts'

const DETAIL_ROUTES = {
  CUSTOM: 'imageToVideoDetail',
  HEAD_TAIL: 'startEndDetail',
  TEMPLATE: 'effectDetail',
} as const satisfies Record<BizType, RouteName>

/** The tool in which each kind is made. Rule: docs/rules.md, "Viewers". */
export const TOOL_ROUTES = { CUSTOM: 'imageToVideo', HEAD_TAIL: 'startEnd', TEMPLATE: 'templates' } as const satisfies Record<
  BizType,
  RouteName
>

/** The address of a gallery's item: by its task type, then its slug. Rule: docs/rules.md, "Viewers". */
export function templatePath(template: {
  readonly id: string
  readonly bizType: BizType
  readonly templateSeoPath: string
  readonly templateEnName: string
}): string {
  return detailPath(template.bizType, [templateSlug(template) || template.id])
}

/** The address of somebody's own creation: by its task type, then its id and its batch. Rule: docs/rules.md, "Viewers". */
export function creationPath({
  id,
  bizType,
  batchId,
}: {
  readonly id: string
  readonly bizType: BizType
  readonly batchId: string
}): string {
  return detailPath(bizType, batchId === '' ? [id] : [id, batchId])
}

function detailPath(bizType: BizType, ids: readonly string[]): string {
  return ROUTES[DETAIL_ROUTES[bizType]].slice(0, -1) + ids.map(encodeURIComponent).join('/')
}
