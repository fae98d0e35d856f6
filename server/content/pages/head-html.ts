import type { Preloads, PageHead, Preload } from './page-head.ts'
import { escaped } from '#server/platform/http/escaped.ts'

const TELLING = /[<>&\u2028\u2029]/g

const SITE_NAME = 'Kinora'
/** The languages of the pages: one, also the default. */
const LANGUAGES = ['en', 'x-default']

/** A head as escaped tags; addresses are absolute. */
export function headHtml(head: PageHead, origin: string, early?: Preloads, data: readonly object[] = []): string {
  const { title, description, canonical, picture, publishedAt } = head
  const at = (path: string) => new URL(path, origin).href
  return [
    `<title>${escaped(title)}</title>`,
    meta('name', 'description', description),
    ...(canonical === null ? [meta('name', 'robots', 'noindex')] : addressTags(at(canonical))),
    ...(early?.picture === undefined ? [] : [pictureTag(early.picture)]),
    ...(early?.files ?? []).map(fileTag),
    meta('property', 'og:type', publishedAt === undefined ? 'website' : 'article'),
    ...(publishedAt === undefined ? [] : [meta('property', 'article:published_time', new Date(publishedAt).toISOString())]),
    meta('property', 'og:site_name', SITE_NAME),
    meta('property', 'og:title', title),
    meta('property', 'og:description', description),
    ...(canonical === null ? [] : [meta('property', 'og:url', at(canonical))]),
    meta('property', 'og:image', at(picture.path)),
    meta('property', 'og:image:width', String(picture.width)),
    meta('property', 'og:image:height', String(picture.height)),
    meta('property', 'og:image:alt', picture.alt),
    meta('name', 'twitter:card', 'summary_large_image'),
    ...data.map(dataHtml),
  ].join('\n    ')
}

function addressTags(href: string): readonly string[] {
  return [tag('link', { rel: 'canonical', href }), ...LANGUAGES.map((hreflang) => tag('link', { rel: 'alternate', hreflang, href }))]
}

function pictureTag({ src, sources }: Preload): string {
  const choice: Record<string, string> = sources === undefined ? {} : { imagesrcset: sources.srcset, imagesizes: sources.sizes }
  return tag('link', { rel: 'preload', as: 'image', href: src, ...choice, fetchpriority: 'high' })
}

/** The same attributes as on the page, so that the picture is fetched once. */
function fileTag(href: string): string {
  if (href.endsWith('.js')) return tag('link', { rel: 'modulepreload', crossorigin: 'anonymous', href })
  return tag('link', { rel: 'preload', as: href.endsWith('.css') ? 'style' : 'fetch', crossorigin: 'anonymous', href })
}

function meta(kind: 'name' | 'property', name: string, content: string): string {
  return tag('meta', { [kind]: name, content })
}

function tag(name: string, attributes: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(attributes).map(([key, value]) => `${key}="${escaped(value)}"`)
  return `<${name} ${pairs.join(' ')} />`
}

/** Structured data as an inert block; its content cannot close the block. */
export function dataHtml(data: object): string {
  const json = JSON.stringify(data).replace(TELLING, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
  return `<script type="application/ld+json">${json}</script>`
}
