import { ROUTES } from '#shared/domain/screens.ts'
import { slugOf } from './slug.ts'

/** What an address below `/resource` is made from: an article or a tag. */
export type Resource = { readonly seoUrl: string; readonly title: string } | { readonly seoUrl: string; readonly tagTitle: string }

/** The last segment of an article's or a tag's address: its `seoUrl`, else the slug of its title. Rule: docs/content.md, "Articles". */
export function resourceSlug(resource: Resource): string {
  return resource.seoUrl || slugOf('title' in resource ? resource.title : resource.tagTitle)
}

/** The address of an article or a tag. */
export function resourcePath(resource: Resource): string {
  return ROUTES.resourceDetail.slice(0, -1) + encodeURIComponent(resourceSlug(resource))
}
