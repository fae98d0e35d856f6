import { z } from 'zod/mini'
import * as numbers from '#shared/numbers.ts'
import { defineCall, plainText } from './define-call.ts'
import { iconNameSchema } from './icon-name.ts'
import { DURATIONS, RESOLUTIONS } from '#shared/domain/generation-options.ts'
import { BIZ_TYPES } from '#shared/domain/task.ts'

/** The `type` of gallery items: `/template/new` lists new items, `/template/hot` lists the others. */
export const NEW_TEMPLATE = 1
export const HOT_TEMPLATE = 2

/** The largest page size: the galleries load all items at once. */
export const MAX_TEMPLATE_PAGE = 999

/** One gallery item: an effect (TEMPLATE) or a recipe of the other two kinds. Rule: docs/gallery.md, "Templates". */
export const templateSchema = z.lazy(() =>
  z.object({
    /** For an effect, the `templateId` of a commit. */
    id: z.string(),
    bizType: z.enum(BIZ_TYPES),
    type: numbers.kind(),
    icon: z.optional(iconNameSchema),
    templateName: z.string(),
    templateEnName: z.string(),
    /** The last segment of the item's address; '' if the segment is the slug of the English name. */
    templateSeoPath: z.string(),
    firstImageUrl: z.string(),
    /** The address of the video; null until it is rendered. The picture always exists. */
    movieUrl: z.nullable(z.string()),
    videoDownloadUrl: z.nullable(z.string()),
    /** The item's source pictures: two for HEAD_TAIL, otherwise one. */
    srcImage: z.array(z.string()),
    prompt: z.string(),
    tags: z.array(z.string()),
    videoModel: z.string(),
    videoLength: z.enum(DURATIONS),
    videoResolution: z.enum(RESOLUTIONS),
    /** Size of the first picture in px, to reserve its box before it loads. */
    width: numbers.sidePx(),
    height: numbers.sidePx(),
  }),
)
export type Template = z.infer<typeof templateSchema>

export const templateListSchema = z.lazy(() => z.object({ data: z.array(templateSchema), totalSize: numbers.count() }))
export type TemplateList = z.infer<typeof templateListSchema>

const listInputSchema = z.lazy(() =>
  z.object({
    curPage: numbers.page(),
    pageSize: numbers.queryNumber(1, MAX_TEMPLATE_PAGE),
  }),
)
export type TemplateListInput = z.infer<typeof listInputSchema>

const defineListCall = (name: string) =>
  defineCall({ method: 'GET', base: 'main', path: `/template/${name}`, input: listInputSchema, data: templateListSchema, isPublic: true })

/** Recipes: CUSTOM and HEAD_TAIL. */
export const getExplore = defineListCall('explore')
export const getEffects = defineListCall('effects')
/** New items: effects and recipes. */
export const getNewTemplates = defineListCall('new')
/** Older items, effects and recipes, in seed order. */
export const getHotTemplates = defineListCall('hot')
/** All items for the composer, in seed order. */
export const getPopularTemplates = defineListCall('popular')

/** One gallery item by its id. H4001: unknown id. */
export const getTemplate = defineCall({
  method: 'GET',
  base: 'main',
  path: '/template/detail',
  input: z.lazy(() => z.object({ templateId: plainText(64) })),
  data: templateSchema,
  isPublic: true,
})

/** One gallery item by the last segment of its address: its seo path, or the slug of its English name. H4001: no such item. */
export const getTemplateByPath = defineCall({
  method: 'GET',
  base: 'main',
  path: '/template/detail/path',
  input: z.lazy(() => z.object({ path: plainText(200) })),
  data: templateSchema,
  isPublic: true,
})
