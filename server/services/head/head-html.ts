import type { Early, PageHead, Preload } from './page-head.ts'
import { escaped } from './escaped.ts'

const SITE_NAME = 'Kinora'

/** A head as tags, whatever its texts are made of; addresses begin with the origin. */
export function headHtml({ title, description, canonical, picture }: PageHead, origin: string, early?: Early): string {
  const at = (path: string) => new URL(path, origin).href
  return [
    `<title>${escaped(title)}</title>`,
    meta('name', 'description', description),
    canonical === null ? meta('name', 'robots', 'noindex') : tag('link', { rel: 'canonical', href: at(canonical) }),
    ...(early?.picture === undefined ? [] : [pictureTag(early.picture)]),
    ...(early?.files ?? []).map(fileTag),
    meta('property', 'og:type', 'website'),
    meta('property', 'og:site_name', SITE_NAME),
    meta('property', 'og:title', title),
    meta('property', 'og:description', description),
    ...(canonical === null ? [] : [meta('property', 'og:url', at(canonical))]),
    meta('property', 'og:image', at(picture.path)),
    meta('property', 'og:image:width', String(picture.width)),
    meta('property', 'og:image:height', String(picture.height)),
    meta('property', 'og:image:alt', picture.alt),
    meta('name', 'twitter:card', 'summary_large_image'),
  ].join('\n    ')
}

function pictureTag({ src, srcset, sizes }: Preload): string {
  return tag('link', { rel: 'preload', as: 'image', href: src, imagesrcset: srcset, imagesizes: sizes, fetchpriority: 'high' })
}

/** In the words in which the page asks for them, so that they are fetched once. */
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
