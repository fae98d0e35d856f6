import { z } from 'zod/mini'
import * as numbers from '#shared/numbers.ts'
import { defineCall, plainText } from './define-call.ts'

/** The maximum page size of an article list. */
export const MAX_ARTICLE_PAGE = 999
const MAX_SEO_PATH_LENGTH = 200

const tagSchema = z.lazy(() => z.object({ tagTitle: z.string(), seoUrl: z.string() }))
export type ArticleTag = z.infer<typeof tagSchema>

const cardShape = {
  /** The last segment of the article's address; '' if the segment is the slug of the title. */
  seoUrl: z.string(),
  title: z.string(),
  /** Titles of the article's tags, the most specific first. */
  articleLabels: z.array(z.string()),
  summary: z.string(),
  /** The day of publication as noon UTC, in ms since 1970, so that nearly every time zone shows the same date. */
  publishedAt: numbers.time(),
  readMinutes: numbers.count(),
  /** A picture from the galleries, with its size in px; null for an article without a cover. */
  cover: z.nullable(z.object({ firstImageUrl: z.string(), width: numbers.sidePx(), height: numbers.sidePx() })),
}
const cardSchema = z.lazy(() => z.object(cardShape))
/** An article as lists show it. Rule: docs/content.md, "Articles". */
export type ArticleCard = z.infer<typeof cardSchema>

const articleSchema = z.lazy(() =>
  z.object({
    ...cardShape,
    /** HTML. `getArticle` returns H4001 for an article without text. */
    articleContent: z.optional(z.string()),
  }),
)
export type Article = z.infer<typeof articleSchema>

const listSchema = z.lazy(() => z.object({ data: z.array(cardSchema), totalSize: numbers.count() }))
export type ArticleList = z.infer<typeof listSchema>

/** Articles, newest first. `seoPath` selects a tag; without it, all articles are listed. H4001: no such tag. */
export const getArticles = defineCall({
  method: 'GET',
  base: 'main',
  path: '/article/list',
  input: z.lazy(() =>
    z.object({
      seoPath: z.optional(plainText(MAX_SEO_PATH_LENGTH)),
      /** `hot`: only featured articles. */
      only: z.optional(z.literal('hot')),
      curPage: numbers.page(),
      pageSize: numbers.queryNumber(1, MAX_ARTICLE_PAGE),
    }),
  ),
  data: listSchema,
  isPublic: true,
})

/** The tags that have articles. */
export const getArticleTags = defineCall({
  method: 'GET',
  base: 'main',
  path: '/article/tag',
  input: z.lazy(() => z.object({})),
  data: z.lazy(() => z.object({ data: z.array(tagSchema) })),
  isPublic: true,
})

/** One article by the last segment of its address. H4001: it does not exist or has no text. */
export const getArticle = defineCall({
  method: 'GET',
  base: 'main',
  path: '/article/detail',
  input: z.lazy(() => z.object({ seoPath: plainText(MAX_SEO_PATH_LENGTH, 1) })),
  data: articleSchema,
  isPublic: true,
})
