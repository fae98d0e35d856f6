import { type RouteName, ROUTES } from './screens.ts'
import type { BizType } from './task.ts'

const DETAIL_ROUTES = {
  CUSTOM: 'imageToVideoDetail',
  HEAD_TAIL: 'startEndDetail',
  TEMPLATE: 'effectDetail',
} as const satisfies Record<BizType, RouteName>

/** The screen of the tool that makes each kind of item. Rule: docs/viewer.md, "Viewers". */
export const TOOL_ROUTES = { CUSTOM: 'imageToVideo', HEAD_TAIL: 'startEnd', TEMPLATE: 'templates' } as const satisfies Record<
  BizType,
  RouteName
>

/** The address of a gallery item: its task type, then its slug. */
export function templatePath(template: {
  readonly id: string
  readonly bizType: BizType
  readonly templateSeoPath: string
  readonly templateEnName: string
}): string {
  return detailPath(template.bizType, [templateSlug(template) || template.id])
}

/** The address of the user's own creation: its task type, then its id and the id of its batch. */
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

/**
 * The last segment of an item's address: its seo path, otherwise its English name in lower case with hyphens.
 * Rule: docs/gallery.md, "Templates".
 */
export function templateSlug(template: { readonly templateSeoPath: string; readonly templateEnName: string }): string {
  return template.templateSeoPath || slugOf(template.templateEnName)
}

/** The source of an address below `/resource`: an article or a tag. */
export type Resource = { readonly seoUrl: string; readonly title: string } | { readonly seoUrl: string; readonly tagTitle: string }

/**
 * The last segment of an article's or a tag's address: its `seoUrl`, otherwise the slug of its title. Rule: docs/content.md, "Articles".
 */
export function resourceSlug(resource: Resource): string {
  return resource.seoUrl || slugOf('title' in resource ? resource.title : resource.tagTitle)
}

/** The address of an article or a tag. */
export function resourcePath(resource: Resource): string {
  return ROUTES.resourceDetail.slice(0, -1) + encodeURIComponent(resourceSlug(resource))
}

const OTHER_THAN_LETTERS = /[^\p{L}\p{M}\p{N}]+/gu
const EDGE_HYPHENS = /^-+|-+$/g

/**
 * A segment of an address: letters and digits of any script in lower case, with single hyphens between words.
 * Rule: docs/gallery.md, "Templates".
 */
export function slugOf(name: string): string {
  return name.normalize('NFKC').toLowerCase().replace(OTHER_THAN_LETTERS, '-').replace(EDGE_HYPHENS, '')
}
