import { z } from 'zod/mini'
import { defineCall } from '#shared/api/define-call.ts'
import { iconNameSchema } from '#shared/api/icon-name.ts'
import { plainText } from '#shared/api/plain-text.ts'
import { DURATIONS, RESOLUTIONS } from '#shared/domain/generation-options.ts'
import { BIZ_TYPES } from '#shared/domain/task.ts'

/** `/template/new` has what is of the first type, `/template/hot` what is of another. */
export const NEW_TEMPLATE = 1
export const HOT_TEMPLATE = 2

/** The most items of one page: the galleries take all at once. */
export const MAX_TEMPLATE_PAGE = 999

/** One item of the galleries: an effect (TEMPLATE), or a recipe of the other two kinds. Rule: docs/gallery.md, "Templates". */
export const templateSchema = z.object({
  /** Of an effect the `templateId` that a commit takes. */
  id: z.string(),
  bizType: z.enum(BIZ_TYPES),
  type: z.number(),
  /** Of an effect: what is drawn beside its name. */
  icon: z.optional(iconNameSchema),
  templateName: z.string(),
  templateEnName: z.string(),
  /** The last segment of its address; '' where the slug of its English name is that. */
  templateSeoPath: z.string(),
  firstImageUrl: z.string(),
  /** Null until it has been rendered; the picture is there from the start. */
  movieUrl: z.nullable(z.string()),
  videoDownloadUrl: z.nullable(z.string()),
  /** The pictures it is made from: two for HEAD_TAIL, else one. */
  srcImage: z.array(z.string()),
  prompt: z.string(),
  tags: z.array(z.string()),
  videoModel: z.string(),
  videoLength: z.enum(DURATIONS),
  videoResolution: z.enum(RESOLUTIONS),
  /** Size of the first picture in px, so that its box is there before it. */
  width: z.number(),
  height: z.number(),
})
export type Template = z.infer<typeof templateSchema>

export const templateListSchema = z.object({ data: z.array(templateSchema), totalSize: z.number() })
export type TemplateList = z.infer<typeof templateListSchema>

const listInputSchema = z.object({
  curPage: z.coerce.number().check(z.int(), z.minimum(1)),
  pageSize: z.coerce.number().check(z.int(), z.minimum(1), z.maximum(MAX_TEMPLATE_PAGE)),
})
export type TemplateListInput = z.infer<typeof listInputSchema>

const list = (name: string) =>
  defineCall({ method: 'GET', base: 'main', path: `/template/${name}`, input: listInputSchema, data: templateListSchema, isPublic: true })

/** Recipes: CUSTOM and HEAD_TAIL. */
export const getExplore = list('explore')
export const getEffects = list('effects')
/** Of both, what is new. */
export const getNewTemplates = list('new')
/** Of both, what is not new, in the order of the seed. */
export const getHotTemplates = list('hot')
/** All of them for the composer, in the order of the seed. */
export const getPopularTemplates = list('popular')

/** One item. Error H4001 when there is none of that id; not asked for '' or -1. */
export const getTemplate = defineCall({
  method: 'GET',
  base: 'main',
  path: '/template/detail',
  input: z.object({ templateId: plainText(64) }),
  data: templateSchema,
  isPublic: true,
})

/** One item by the last segment of its address: its seo path, or the slug of its English name. Error H4001 when there is none. */
export const getTemplateByPath = defineCall({
  method: 'GET',
  base: 'main',
  path: '/template/detail/path',
  input: z.object({ path: plainText(200) }),
  data: templateSchema,
  isPublic: true,
})
