import type { GalleryItem } from '#server/providers/gallery/open-gallery.ts'
import type { Context } from '#server/services/context/context.ts'
import type { ServiceFailure } from '#server/services/context/failure.ts'
import type { Template } from '#shared/api/templates.ts'
import type { Result } from '#shared/result.ts'
import { refuse } from '#server/services/context/failure.ts'
import { slugOf } from '#shared/domain/template-slug.ts'
import { ok } from '#shared/result.ts'
import { toTemplate } from './to-template.ts'

type GalleryContext = Pick<Context, 'gallery'>
type Answer = Promise<Result<Template, ServiceFailure>>

/** One item by its id, for everybody. */
export function readTemplate({ ctx, input }: { ctx: GalleryContext; input: { readonly templateId: string } }): Answer {
  return find(ctx, ({ id }) => id === input.templateId)
}

/** One item by the last segment of its address, for everybody; a seo path wins over the slug of another item's name. */
export function readTemplateByPath({ ctx, input }: { ctx: GalleryContext; input: { readonly path: string } }): Answer {
  const wanted = input.path.toLowerCase()
  const isKnown = ctx.gallery.items.some(({ seoPath }) => seoPath === wanted)
  return find(ctx, ({ seoPath, name }) => (isKnown ? seoPath : slugOf(name)) === wanted)
}

async function find({ gallery }: GalleryContext, isWanted: (item: GalleryItem) => boolean): Answer {
  const item = gallery.items.find(isWanted)
  return item === undefined ? refuse('H4001') : ok(await toTemplate(gallery, item))
}
