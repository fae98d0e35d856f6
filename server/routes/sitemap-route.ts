import type { Hono } from 'hono'
import type { Context } from '#server/services/context/context.ts'
import type { Env } from './reply.ts'
import { publicPages, robotsText, sitemapXml } from '#server/services/head/sitemap.ts'
import { textFile } from '#server/static/text-file.ts'
import { sendFile } from './send-file.ts'

const FOR_AN_HOUR = 'public, max-age=3600'

/** What robots are told: which addresses there are, and which are none of theirs. Both stay the same as long as the server runs. */
export function mountSitemap(app: Hono<Env>, ctx: Pick<Context, 'gallery' | 'articles'>, origin: string): void {
  const sitemap = textFile('sitemap.xml', sitemapXml(publicPages(ctx), origin))
  const robots = textFile('robots.txt', robotsText(origin))
  app.get('/sitemap.xml', (c) => sendFile(c, sitemap, 200, FOR_AN_HOUR))
  app.get('/robots.txt', (c) => sendFile(c, robots, 200, FOR_AN_HOUR))
}
