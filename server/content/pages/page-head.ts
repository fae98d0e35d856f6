import { type ScreenHead, ITEM_TITLE, screenHead } from '#shared/domain/screens.ts'
import type { HeadText } from '#server/static/static-files.ts'
import { type Resource, templatePath, templateSlug, resourcePath, resourceSlug } from '#shared/domain/detail-path.ts'
import { itemDescription } from '#shared/domain/item-head.ts'
import { escaped } from '#server/http/plain-page.ts'
import type { PageContent } from './find-page-content.ts'
import { type Art, SHARE_HEIGHT, SHARE_WIDTH } from '#server/gallery/gallery-pictures.ts'
import type { Context } from '#server/verbs/verb.ts'
import type { Template } from '#shared/api/templates.ts'
import { findArticle } from '../articles/articles.ts'

export interface PageHead {
  readonly title: string
  readonly description: string
  /** The canonical address; null: noindex. */
  readonly canonical: string | null
  readonly picture: { readonly path: string; readonly width: number; readonly height: number; readonly alt: string }
  readonly publishedAt?: number
}

interface Preloads {
  readonly picture: Preload | undefined
  /** Paths of the build's files to preload. */
  readonly files: readonly string[]
}

/**
 * The number of gallery tiles that a phone shows without scrolling, in two rows of two. `TWO_COLUMNS`: the window widths with two columns,
 * as in the style sheet.
 */
const TILES_IN_FIRST_VIEW = 4
const TWO_COLUMNS = '(min-width: 360px) and (max-width: 559.98px)'

/** A preloaded picture, with the attributes of its `img`. */
export interface Preload {
  readonly src: string
  /** Available widths, and the displayed width. */
  readonly sources?: { readonly srcset: string; readonly sizes: string }
  readonly tiles?: readonly { readonly src: string; readonly srcset: string; readonly width: number; readonly height: number }[]
}

/** The head of a page. Rule: docs/platform.md, "Heads". */
export function headOf(content: PageContent, text: HeadText): PageHead {
  switch (content.kind) {
    case 'nothing':
      return screenPageHead(screenHead(undefined), text)
    case 'screen':
      return screenPageHead(screenHead(content.screen), text)
    case 'item': {
      const { templateName, prompt } = content.template
      return {
        title: text(ITEM_TITLE, { name: templateName }),
        description: itemDescription(prompt),
        canonical: templatePath(content.template),
        picture: { path: itemSharePath(content.template), ...SHARE_SIZE, alt: templateName },
      }
    }
    case 'tag':
      return {
        title: text(ITEM_TITLE, { name: content.tag.tagTitle }),
        description: text('head.tag', { name: content.tag.tagTitle }),
        canonical: resourcePath(content.tag),
        picture: defaultPicture(text),
      }
    case 'article': {
      const { title, summary, cover, publishedAt } = content.article
      return {
        title: text(ITEM_TITLE, { name: title }),
        description: itemDescription(summary),
        canonical: resourcePath(content.article),
        picture: cover === null ? defaultPicture(text) : { path: articleSharePath(content.article), ...SHARE_SIZE, alt: title },
        publishedAt,
      }
    }
  }
}

function screenPageHead({ title, description, canonical }: ScreenHead, text: HeadText): PageHead {
  return { title: text(title), description: text(description), canonical, picture: defaultPicture(text) }
}

const SHARE_SIZE = { width: SHARE_WIDTH, height: SHARE_HEIGHT } as const
/** The default link preview picture; `alt` is a text key. */
const SHARE_PICTURE = { path: '/share.jpg', ...SHARE_SIZE, alt: 'head.share' } as const

function defaultPicture(text: HeadText): PageHead['picture'] {
  return { ...SHARE_PICTURE, alt: text(SHARE_PICTURE.alt) }
}

const UNSAFE_CHARACTERS = /[<>&\u2028\u2029]/g
export const SITE_NAME = 'Kinora'
/** The values of `hreflang`: the only language of the pages is also the default. */
const LANGUAGES = ['en', 'x-default']

/** Returns a head as escaped tags. The addresses in them are absolute. */
export function headHtml(head: PageHead, origin: string, preloads?: Preloads, data: readonly object[] = []): string {
  const { title, description, canonical, picture, publishedAt } = head
  const urlOf = (path: string) => new URL(path, origin).href
  return [
    `<title>${escaped(title)}</title>`,
    metaTag('name', 'description', description),
    ...(canonical === null ? [metaTag('name', 'robots', 'noindex')] : addressTags(urlOf(canonical))),
    ...(preloads?.picture === undefined ? [] : pictureTags(preloads.picture)),
    ...(preloads?.files ?? []).map(fileTag),
    metaTag('property', 'og:type', publishedAt === undefined ? 'website' : 'article'),
    ...(publishedAt === undefined ? [] : [metaTag('property', 'article:published_time', new Date(publishedAt).toISOString())]),
    metaTag('property', 'og:site_name', SITE_NAME),
    metaTag('property', 'og:title', title),
    metaTag('property', 'og:description', description),
    ...(canonical === null ? [] : [metaTag('property', 'og:url', urlOf(canonical))]),
    metaTag('property', 'og:image', urlOf(picture.path)),
    metaTag('property', 'og:image:width', String(picture.width)),
    metaTag('property', 'og:image:height', String(picture.height)),
    metaTag('property', 'og:image:alt', picture.alt),
    metaTag('name', 'twitter:card', 'summary_large_image'),
    ...data.map(dataHtml),
  ].join('\n    ')
}

function addressTags(href: string): readonly string[] {
  return [
    htmlTag('link', { rel: 'canonical', href }),
    ...LANGUAGES.map((hreflang) => htmlTag('link', { rel: 'alternate', hreflang, href })),
  ]
}

/** The tags that preload the first picture. With two columns, another tile may be the largest picture of the first view. */
function pictureTags({ src, sources, tiles = [] }: Preload): readonly string[] {
  if (sources === undefined) return [pictureTag(src)]
  const largestTile = tiles.slice(0, TILES_IN_FIRST_VIEW).toSorted((a, b) => b.height / b.width - a.height / a.width)[0]
  const firstTag = pictureTag(src, { imagesrcset: sources.srcset, imagesizes: sources.sizes })
  if (largestTile === undefined || largestTile.src === src) return [firstTag]
  return [firstTag, pictureTag(largestTile.src, { imagesrcset: largestTile.srcset, imagesizes: sources.sizes, media: TWO_COLUMNS })]
}

function pictureTag(href: string, sourceAttributes: Readonly<Record<string, string>> = {}): string {
  return htmlTag('link', { rel: 'preload', as: 'image', href, ...sourceAttributes, fetchpriority: 'high' })
}

/** The tag that preloads a file. Its attributes equal those in the page, so the browser fetches the file once. */
function fileTag(href: string): string {
  if (href.endsWith('.js')) return htmlTag('link', { rel: 'modulepreload', crossorigin: 'anonymous', href })
  return htmlTag('link', { rel: 'preload', as: href.endsWith('.css') ? 'style' : 'fetch', crossorigin: 'anonymous', href })
}

function metaTag(kind: 'name' | 'property', name: string, content: string): string {
  return htmlTag('meta', { [kind]: name, content })
}

function htmlTag(name: string, attributes: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(attributes).map(([key, value]) => `${key}="${escaped(value)}"`)
  return `<${name} ${pairs.join(' ')} />`
}

/** Structured data as an inert block; its content cannot close the block. */
export function dataHtml(data: object): string {
  const json = JSON.stringify(data).replace(UNSAFE_CHARACTERS, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
  return `<script type="application/ld+json">${json}</script>`
}

/** The first part of the address of a gallery item's link preview picture, below `/share/`. */
const SHARED_ITEMS = 'videos'

function itemSharePath(template: Pick<Template, 'id' | 'templateSeoPath' | 'templateEnName'>): string {
  return `/share/${SHARED_ITEMS}/${encodeURIComponent(templateSlug(template) || template.id)}.jpg`
}

const SHARED_ARTICLES = 'articles'

function articleSharePath(article: Resource): string {
  return `/share/${SHARED_ARTICLES}/${encodeURIComponent(resourceSlug(article))}.jpg`
}

/** Finds the gallery picture for a link preview; undefined if the gallery item or article does not exist. */
export function findShareArt({ gallery, articles }: Pick<Context, 'gallery' | 'articles'>, kind: string, slug: string): Art | undefined {
  if (kind === SHARED_ARTICLES) return findArticle(articles, slug)?.cover?.pictures[0]
  if (kind !== SHARED_ITEMS) return undefined
  const namedItem = gallery.items.find(
    (item) => (templateSlug({ templateSeoPath: item.seoPath, templateEnName: item.name }) || item.id) === slug,
  )
  return namedItem?.pictures[0]
}
