import { type Context, type Answer, ok, refuse } from '#server/verbs/verb.ts'
import { type TemplateList, type TemplateListInput, type Template, NEW_TEMPLATE } from '#shared/api/templates.ts'
import { templateSlug, slugOf } from '#shared/domain/detail-path.ts'
import { downloadUrl, mediaUrl } from '#server/media-store/media-name.ts'
import { DEFAULT_MODEL } from '#shared/domain/generation-options.ts'
import type { GalleryItem, Gallery } from './open-gallery.ts'

const LISTS = {
  explore: ({ bizType }: GalleryItem) => bizType !== 'TEMPLATE',
  effects: ({ bizType }: GalleryItem) => bizType === 'TEMPLATE',
  new: ({ type }: GalleryItem) => type === NEW_TEMPLATE,
  hot: ({ type }: GalleryItem) => type !== NEW_TEMPLATE,
  popular: () => true,
}

/** Public: a page of one list, in seed order. A page past the end is empty. */
export function listTemplates(list: keyof typeof LISTS) {
  return async ({
    ctx: { gallery },
    input: { curPage, pageSize },
  }: {
    ctx: Pick<Context, 'gallery'>
    input: TemplateListInput
  }): Promise<Answer<TemplateList>> => {
    const items = gallery.items.filter(LISTS[list])
    const page = items.slice((curPage - 1) * pageSize, curPage * pageSize)
    return ok({ data: page.map((item) => templateOf(gallery, item)), totalSize: items.length })
  }
}

type GalleryContext = Pick<Context, 'gallery'>
/** Public: one item by id. */
export function readTemplate({ ctx, input }: { ctx: GalleryContext; input: { readonly templateId: string } }): Promise<Answer<Template>> {
  return find(ctx, ({ id }) => id === input.templateId)
}

/** Public: one item by the last segment of its address; a seo path has precedence over the slug of another item's name. */
export function readTemplateByPath({ ctx, input }: { ctx: GalleryContext; input: { readonly path: string } }): Promise<Answer<Template>> {
  const wanted = input.path.toLowerCase()
  const isKnown = ctx.gallery.items.some(({ seoPath }) => seoPath === wanted)
  return find(ctx, ({ seoPath, name }) => (isKnown ? seoPath : slugOf(name)) === wanted)
}

async function find({ gallery }: GalleryContext, isWanted: (item: GalleryItem) => boolean): Promise<Answer<Template>> {
  const item = gallery.items.find(isWanted)
  return item === undefined ? refuse('H4001') : ok(templateOf(gallery, item))
}

interface CachedTemplate {
  readonly hasVideo: boolean
  readonly template: Template
}

const templatesByItem = new WeakMap<GalleryItem, CachedTemplate>()

/** An item for the page, with its video if it exists. It is made again when the video appears or disappears. */
function templateOf(gallery: Gallery, item: GalleryItem): Template {
  const hasVideo = gallery.hasVideo(item)
  const cachedTemplate = templatesByItem.get(item)
  if (cachedTemplate?.hasVideo === hasVideo) return cachedTemplate.template
  const template = toTemplate(item, hasVideo)
  templatesByItem.set(item, { hasVideo, template })
  return template
}

function toTemplate(item: GalleryItem, hasVideo: boolean): Template {
  const { id, bizType, type, icon, name, seoPath, prompt, tags, videoLength, videoResolution, pictures, videoName } = item
  const named = { templateName: name, templateEnName: name, templateSeoPath: seoPath }
  const [{ width, height, name: firstName }] = pictures
  return {
    id,
    bizType,
    type,
    icon,
    ...named,
    firstImageUrl: mediaUrl(firstName),
    movieUrl: hasVideo ? mediaUrl(videoName) : null,
    videoDownloadUrl: hasVideo ? downloadUrl(videoName, `${templateSlug(named)}.mp4`) : null,
    srcImage: pictures.map((picture) => mediaUrl(picture.name)),
    prompt,
    tags: [...tags],
    videoModel: DEFAULT_MODEL,
    videoLength,
    videoResolution,
    width,
    height,
  }
}
