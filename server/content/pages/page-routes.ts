import type { Hono, Context as Request } from 'hono'
import { getCookie } from 'hono/cookie'
import { readFile } from 'node:fs/promises'
import { type StaticFiles, type StaticFile, textFile } from '#server/static/static-files.ts'
import { acceptsType, chooseEncoding } from '#server/http/accept-header.ts'
import { type Env, matchesTag, replyFailure } from '#server/http/reply.ts'
import { TEXTS_BUILD, TEXTS_FOLDER, TEXTS_FRESH_SECONDS } from '#shared/domain/locale-files.ts'
import { ROUTES, SCREEN_NAMES, matchRoute, screenHead } from '#shared/domain/screens.ts'
import { LOCAL_KEYS } from '#shared/storage/local-keys.ts'
import { SESSION_COOKIE } from '#server/http/client-of.ts'
import type { Context } from '#server/verbs/verb.ts'
import { SHARE_PATH, SHARE_QUERY } from '#shared/domain/share-rules.ts'
import { templatePath, resourcePath } from '#shared/domain/detail-path.ts'
import { isConsole } from './find-page-content.ts'
import type { PageOf } from './open-pages.ts'
import { findShareArt } from './page-head.ts'

const CACHE_FOR_EVER = 'public, max-age=31536000, immutable'
const CACHE_REVALIDATE = 'no-cache'
const CACHE_FOR_A_DAY = `public, max-age=${TEXTS_FRESH_SECONDS}`
const HTML_TYPE = 'text/html'
const KNOWN_VISITOR_COOKIES = [SESSION_COOKIE, LOCAL_KEYS.userToken, LOCAL_KEYS.businessUserId]
/** The Accept header of link preview bots: many of them name no specific type. */
const ANYTHING_FIRST = /^\s*\*\/\*/

/**
 * The built app: its files, and a page for every navigation, with status 404 for unknown addresses. `isOperator` decides whether the
 * operator console exists for the visitor.
 */
export function mountStatic(
  app: Hono<Env>,
  files: Pick<StaticFiles, 'find' | 'findInBuilds' | 'builtAtMs'>,
  pageOf: PageOf | undefined,
  isOperator: (c: Request<Env>) => Promise<boolean>,
): void {
  app.get('*', async (c) => {
    const { path } = c.req
    const file = files.find(path) ?? (await files.findInBuilds(path))
    if (file !== undefined) {
      const isOfBuild = files.builtAtMs !== null && c.req.query(TEXTS_BUILD) === String(files.builtAtMs)
      return sendFile(
        c,
        file,
        200,
        file.isHashed ? CACHE_FOR_EVER : isOfBuild && path.startsWith(TEXTS_FOLDER) ? CACHE_FOR_A_DAY : CACHE_REVALIDATE,
      )
    }
    const route = matchRoute(path)
    const accept = c.req.header('accept') ?? '*/*'
    const acceptsAnything = route !== undefined && !isConsole(route) && ANYTHING_FIRST.test(accept)
    const isNavigation = acceptsAnything || acceptsType(accept, HTML_TYPE)
    if (!isNavigation || pageOf === undefined) return c.text('Not found', 404, { 'cache-control': 'no-store' })
    const page = await pageOf(new URL(c.req.url).pathname, {
      isKnown: KNOWN_VISITOR_COOKIES.some((name) => getCookie(c, name) !== undefined),
      savesData: c.req.header('save-data') === 'on',
    })
    return sendFile(c, page.file, isConsole(route) && (await isOperator(c)) ? 200 : page.status, CACHE_REVALIDATE)
  })
  app.all('*', (c) => c.text('Method not allowed', 405, { allow: 'GET, HEAD' }))
}

const CACHE_FOR_AN_HOUR = 'public, max-age=3600'

/** robots.txt and the sitemap, constant while the server runs. */
export function mountSitemap(app: Hono<Env>, ctx: Pick<Context, 'gallery' | 'articles'>, origin: string): void {
  const sitemap = textFile('sitemap.xml', sitemapXml(publicPages(ctx), origin))
  const robots = textFile('robots.txt', robotsText(origin))
  app.get('/sitemap.xml', (c) => sendFile(c, sitemap, 200, CACHE_FOR_AN_HOUR))
  app.get('/robots.txt', (c) => sendFile(c, robots, 200, CACHE_FOR_AN_HOUR))
}

/** The address of a preview stays the same when the item gets another picture, so caches may use it for a day only. */
const CACHE_PICTURE_FOR_A_DAY = 'public, max-age=86400'

/** Serves link preview pictures, only for existing items and articles. */
export function mountSharePictures(app: Hono<Env>, ctx: Pick<Context, 'gallery' | 'articles'>): void {
  app.get('/share/:kind/:file{.+\\.jpg}', async (c) => {
    const { kind, file } = c.req.param()
    const art = findShareArt(ctx, kind, file.replace(/\.jpg$/, ''))
    if (art === undefined) return replyFailure(c, { code: 'H4001' })
    const headers = { 'cache-control': CACHE_PICTURE_FOR_A_DAY, 'content-type': 'image/jpeg', etag: `"share-${art.name}"` }
    if (matchesTag(c.req.header('if-none-match'), headers.etag)) return c.body(null, 304, headers)
    return c.body(new Uint8Array(await readFile(await ctx.gallery.sharePictureOf(art))), 200, headers)
  })
}

const NOTHING_STORED = 'none'

/**
 * Answers the request with which a system shares a picture to the installed app. It reaches the server only if no service worker stores the
 * picture on the device. The body is not read, and the form shows that the share failed.
 */
export function mountShare(app: Hono<Env>): void {
  app.post(SHARE_PATH, (c) => c.redirect(`${ROUTES.imageToVideo}?${SHARE_QUERY}=${NOTHING_STORED}`, 303))
}

interface PublicPage {
  readonly path: string
  readonly publishedAt?: number
}

/** All indexable addresses: screens, gallery items, tags and articles. */
function publicPages({ gallery, articles }: Pick<Context, 'gallery' | 'articles'>): readonly PublicPage[] {
  const screenPaths = SCREEN_NAMES.flatMap((name) => screenHead(name).canonical ?? [])
  const itemPaths = gallery.items.map(({ id, bizType, name, seoPath }) =>
    templatePath({ id, bizType, templateSeoPath: seoPath, templateEnName: name }),
  )
  const paths = new Set([...screenPaths, ...itemPaths, ...articles.tags.map(resourcePath)])
  const articlePages = articles.all.map((article) => ({ path: resourcePath(article), publishedAt: article.publishedAt }))
  return [...[...paths].map((path) => ({ path })), ...articlePages]
}

/** The sitemap. Only articles have a modification time. */
function sitemapXml(pages: readonly PublicPage[], origin: string): string {
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

/** robots.txt: allows everything except personal pages and the API, and contains the sitemap's address. */
function robotsText(origin: string): string {
  return [
    'User-agent: *',
    ...['/ai/', '/pay/', '/api/'].map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${new URL('/sitemap.xml', origin).href}`,
    '',
  ].join('\n')
}

/** A file in the best accepted encoding; status 304 for a matching tag. */
function sendFile(c: Request<Env>, file: StaticFile, status: 200 | 404, cacheControl: string): Response {
  const encoding = chooseEncoding(c.req.header('accept-encoding'), file.encodings)
  const headers: Record<string, string> = {
    'cache-control': cacheControl,
    'content-type': file.contentType,
    etag: file.etag,
    vary: 'accept-encoding',
  }
  if (status === 200 && matchesTag(c.req.header('if-none-match'), file.etag)) return c.body(null, 304, headers)
  if (encoding !== undefined) headers['content-encoding'] = encoding.name
  const { bytes } = encoding ?? file
  headers['content-length'] = String(bytes.byteLength)
  return c.req.method === 'HEAD' ? c.body(null, status, headers) : c.body(bytes, status, headers)
}
