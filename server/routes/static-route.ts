import type { Hono } from 'hono'
import { getCookie } from 'hono/cookie'
import type { PageOf } from '#server/services/head/open-pages.ts'
import type { StaticFiles } from '#server/static/static-files.ts'
import type { Env } from './reply.ts'
import { TEXTS_BUILD, TEXTS_FOLDER, TEXTS_FRESH_SECONDS } from '#shared/domain/message-rules.ts'
import { matchRoute } from '#shared/domain/route-patterns.ts'
import { LOCAL_KEYS } from '#shared/storage/local-keys.ts'
import { sendFile } from './send-file.ts'
import { SESSION_COOKIE } from './identity-cookies.ts'

const FOR_EVER = 'public, max-age=31536000, immutable'
const ASK_AGAIN = 'no-cache'
const FOR_A_DAY = `public, max-age=${TEXTS_FRESH_SECONDS}`
const HTML = /text\/html/
const KNOWN_BY = [SESSION_COOKIE, LOCAL_KEYS.userToken, LOCAL_KEYS.businessUserId]
/** What looks at a link for somebody else often asks for anything. */
const HTML_OR_ANYTHING = /text\/html|^\s*\*\/\*/

/** The built app: its files, and a page for every navigation, with status 404 where nothing is. */
export function mountStatic(app: Hono<Env>, files: Pick<StaticFiles, 'find' | 'builtAtMs'>, pageOf: PageOf | undefined): void {
  app.get('*', async (c) => {
    const { path } = c.req
    const file = files.find(path)
    if (file !== undefined) {
      const isOfBuild = files.builtAtMs !== null && c.req.query(TEXTS_BUILD) === String(files.builtAtMs)
      return sendFile(c, file, 200, file.isHashed ? FOR_EVER : isOfBuild && path.startsWith(TEXTS_FOLDER) ? FOR_A_DAY : ASK_AGAIN)
    }
    const wantsPage = matchRoute(path) === undefined ? HTML : HTML_OR_ANYTHING
    const isNavigation = wantsPage.test(c.req.header('accept') ?? '*/*')
    if (!isNavigation || pageOf === undefined) return c.text('Not found', 404, { 'cache-control': 'no-store' })
    const page = await pageOf(new URL(c.req.url).pathname, {
      isKnown: KNOWN_BY.some((name) => getCookie(c, name) !== undefined),
      savesData: c.req.header('save-data') === 'on',
    })
    return sendFile(c, page.file, page.status, ASK_AGAIN)
  })
  app.all('*', (c) => c.text('Method not allowed', 405, { allow: 'GET, HEAD' }))
}
