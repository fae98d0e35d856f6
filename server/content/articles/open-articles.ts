import path from 'node:path'
import { readFile, readdir } from 'node:fs/promises'
import { z } from 'zod'
import { micromark } from 'micromark'
import type { Gallery, GalleryItem } from '#server/gallery/open-gallery.ts'
import type { ArticleTag } from '#shared/api/articles.ts'
import { resourceSlug } from '#shared/domain/detail-path.ts'
import { OUTSIDE_REL, articleLink } from '#shared/domain/article-rules.ts'

/** Markdown constructs that are turned off: HTML tags and pictures stay text and are escaped. */
const TEXT_ONLY = { disable: { null: ['htmlFlow', 'htmlText', 'labelStartImage', 'codeIndented'] } }
/** Links are the only tags with an attribute; all other HTML is escaped. */
const LINK_PATTERN = /<a href="([^"]*)"[^>]*>/g
const ENTITY_CHARACTERS: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' }

const tagsSchema = z.array(z.object({ tagTitle: z.string().min(1), seoUrl: z.string() }))

export interface LoadedArticle extends Pick<ArticleSource, 'title' | 'seoUrl' | 'summary' | 'publishedAt' | 'isHot' | 'readMinutes'> {
  readonly tags: readonly ArticleTag[]
  /** The gallery item with the article's picture; null if the gallery does not have it. */
  readonly cover: GalleryItem | null
  readonly html: string
}

/** Public content: articles, newest first, and the tags in use. */
export interface Articles {
  readonly all: readonly LoadedArticle[]
  readonly tags: readonly ArticleTag[]
}

declare module '#server/verbs/services.ts' {
  interface Services {
    readonly articles: Articles
  }
}

/**
 * Loads the articles of a folder, each a Markdown file, and their `tags.json`. Throws if an article is invalid, or if two have the same
 * address.
 */
export async function openArticles(folder: string, { items }: Pick<Gallery, 'items'>): Promise<Articles> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.md'))
  const tags = tagsSchema.parse(JSON.parse(await readFile(path.join(folder, 'tags.json'), 'utf8')))
  const parsedArticles = await Promise.all(
    files.map(async (file) => {
      try {
        return toArticle(parseArticle(await readFile(path.join(folder, file), 'utf8')), tags, items)
      } catch (error) {
        throw new Error(`The article ${file} has an invalid format.`, { cause: error })
      }
    }),
  )
  const all = parsedArticles
    .filter(({ html }) => html.trim() !== '')
    .sort((a, b) => b.publishedAt - a.publishedAt || a.seoUrl.localeCompare(b.seoUrl))
  const usedTags = tags.filter((tag) => all.some((article) => article.tags.includes(tag)))
  const slugs = [...all, ...usedTags].map(resourceSlug)
  const repeatedSlugs = slugs.filter((slug, index) => slugs.indexOf(slug) !== index)
  if (repeatedSlugs.length > 0) throw new Error(`Several articles or tags have the same address: ${repeatedSlugs.join(', ')}.`)
  return { all, tags: usedTags }
}

function toArticle(source: ArticleSource, knownTags: readonly ArticleTag[], items: readonly GalleryItem[]): LoadedArticle {
  const { text, cover, tags: tagUrls, ...rest } = source
  const tags = tagUrls.map((url) => {
    const tag = knownTags.find(({ seoUrl }) => seoUrl === url)
    if (tag === undefined) throw new Error(`The tag ${url} does not exist.`)
    return tag
  })
  return { ...rest, tags, cover: items.find(({ seoPath }) => seoPath === cover) ?? null, html: articleHtml(text) }
}

/** Markdown as safe HTML, without scripts, pictures and unsafe links. Rule: docs/content.md, "Articles". */
export function articleHtml(markdown: string): string {
  return micromark(markdown, { extensions: [TEXT_ONLY] }).replace(LINK_PATTERN, (_, href: string) => linkTag(href))
}

function linkTag(escapedHref: string): string {
  const link = articleLink(escapedHref.replace(/&(?:amp|lt|gt|quot);/g, (entity) => ENTITY_CHARACTERS[entity] ?? entity))
  if (link.kind === 'none') return '<a>'
  const href = link.href.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
  return link.kind === 'own' ? `<a href="${href}">` : `<a href="${href}" rel="${OUTSIDE_REL}">`
}

const WORDS_PER_MINUTE = 220
/** Noon of the day, so that nearly every time zone shows the same date. */
const NOON = 'T12:00:00Z'

const ARTICLE_PATTERN = /^---\n(?<facts>[\s\S]*?)\n---\n(?<text>[\s\S]*)$/
const FACT_PATTERN = /^(?<key>\w+):\s*(?<value>.*?)\s*$/
const LIST_PATTERN = /^\[(?<items>.*)\]$/

const factsSchema = z.object({
  title: z.string().min(1),
  seoUrl: z.string().regex(/^[a-z0-9-]*$/),
  tags: z.array(z.string().min(1)).min(1),
  cover: z.string().min(1),
  summary: z.string().min(1),
  publishedAt: z.iso.date().transform((day) => Date.parse(day + NOON)),
  isHot: z.boolean().default(false),
})

/** An article's file: front matter between two lines of dashes, then Markdown. */
type ArticleSource = z.infer<typeof factsSchema> & { readonly text: string; readonly readMinutes: number }

/** Parses an article. Throws if it is invalid, because articles are part of the product. */
export function parseArticle(source: string): ArticleSource {
  const { facts = '', text = '' } = ARTICLE_PATTERN.exec(source.replaceAll('\r\n', '\n'))?.groups ?? {}
  const entries = facts.split('\n').flatMap((line) => {
    const { key = '', value = '' } = FACT_PATTERN.exec(line)?.groups ?? {}
    return key === '' ? [] : [[key, readValue(value)] as const]
  })
  const words = text.split(/\s+/).filter((word) => word !== '').length
  return { ...factsSchema.parse(Object.fromEntries(entries)), text, readMinutes: Math.max(1, Math.round(words / WORDS_PER_MINUTE)) }
}

function readValue(value: string): string | boolean | string[] {
  const items = LIST_PATTERN.exec(value)?.groups?.['items']
  if (items !== undefined) return items.split(',').map((item) => unquote(item.trim()))
  return value === 'true' || value === 'false' ? value === 'true' : unquote(value)
}

function unquote(value: string): string {
  return value.replace(/^(["'])(.*)\1$/, '$2')
}
