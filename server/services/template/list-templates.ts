import type { GalleryItem } from '#server/providers/gallery/open-gallery.ts'
import type { Context } from '#server/services/context/context.ts'
import type { ServiceFailure } from '#server/services/context/failure.ts'
import type { TemplateList, TemplateListInput } from '#shared/api/templates.ts'
import type { Result } from '#shared/result.ts'
import { NEW_TEMPLATE } from '#shared/api/templates.ts'
import { ok } from '#shared/result.ts'
import { toTemplate } from './to-template.ts'

const SHELVES = {
  explore: ({ bizType }: GalleryItem) => bizType !== 'TEMPLATE',
  effects: ({ bizType }: GalleryItem) => bizType === 'TEMPLATE',
  new: ({ type }: GalleryItem) => type === NEW_TEMPLATE,
  hot: ({ type }: GalleryItem) => type !== NEW_TEMPLATE,
  popular: () => true,
}

/** The verb of one list, for everybody: a page of it, as the seed puts its items. A page past the end is empty. */
export function listTemplates(shelf: keyof typeof SHELVES) {
  return async ({
    ctx: { gallery },
    input: { curPage, pageSize },
  }: {
    ctx: Pick<Context, 'gallery'>
    input: TemplateListInput
  }): Promise<Result<TemplateList, ServiceFailure>> => {
    const items = gallery.items.filter(SHELVES[shelf])
    const page = items.slice((curPage - 1) * pageSize, curPage * pageSize)
    return ok({ data: await Promise.all(page.map((item) => toTemplate(gallery, item))), totalSize: items.length })
  }
}
