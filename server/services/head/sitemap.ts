import type { Context } from '#server/services/context/context.ts'
import { templatePath } from '#shared/domain/detail-path.ts'
import { SCREEN_HEADS } from '#shared/domain/screen-head.ts'

/** Every address that may be found by searching: the screens', then the items' of the galleries. */
export function publicPaths({ items }: Context['gallery']): readonly string[] {
  const screens = Object.values(SCREEN_HEADS).flatMap(({ canonical }) => canonical ?? [])
  const details = items.map(({ id, bizType, name, seoPath }) =>
    templatePath({ id, bizType, templateSeoPath: seoPath, templateEnName: name }),
  )
  return [...new Set([...screens, ...details])]
}

/** Addresses as a sitemap. Nothing is written down about when a page changed, so nothing is said. */
export function sitemapXml(paths: readonly string[], origin: string): string {
  const urls = paths.map(
    (path) => `  <url><loc>${new URL(path, origin).href.replaceAll('&', '&amp;').replaceAll("'", '&apos;')}</loc></url>`,
  )
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
