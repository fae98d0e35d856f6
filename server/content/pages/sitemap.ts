import type { Context } from '#server/context.ts'
import { templatePath } from '#shared/domain/detail-path.ts'
import { resourcePath } from '#shared/domain/resource-path.ts'
import { SCREEN_HEADS } from '#shared/domain/screen-head.ts'

interface PublicPage {
  readonly path: string
  /** Where it is known when it was written. */
  readonly publishedAt?: number
}

/** Every address that may be found by searching: the screens', then the items' of the galleries, tags and articles. */
export function publicPages({ gallery, articles }: Pick<Context, 'gallery' | 'articles'>): readonly PublicPage[] {
  const screens = Object.values(SCREEN_HEADS).flatMap(({ canonical }) => canonical ?? [])
  const details = gallery.items.map(({ id, bizType, name, seoPath }) =>
    templatePath({ id, bizType, templateSeoPath: seoPath, templateEnName: name }),
  )
  const paths = new Set([...screens, ...details, ...articles.tags.map(resourcePath)])
  const written = articles.all.map((article) => ({ path: resourcePath(article), publishedAt: article.publishedAt }))
  return [...[...paths].map((path) => ({ path })), ...written]
}

/** Pages as a sitemap. When a page changed is only said of articles; of others nothing is written down. */
export function sitemapXml(pages: readonly PublicPage[], origin: string): string {
  const urls = pages.map(({ path, publishedAt }) => {
    const address = new URL(path, origin).href.replaceAll('&', '&amp;').replaceAll("'", '&apos;')
    const day = publishedAt === undefined ? '' : `<lastmod>${new Date(publishedAt).toISOString().slice(0, 10)}</lastmod>`
    return `  <url><loc>${address}</loc>${day}</url>`
  })
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...urls,
    '</urlset>',
    '',
  ].join('\n')
}

/** What robots may read: everything but what belongs to a person, and where the sitemap is. */
export function robotsText(origin: string): string {
  return [
    'User-agent: *',
    ...['/ai/', '/pay/', '/api/'].map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${new URL('/sitemap.xml', origin).href}`,
    '',
  ].join('\n')
}
