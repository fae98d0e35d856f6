import type { Hono } from 'hono'
import type { IconSets } from './open-icon-sets.ts'
import type { Env } from '#server/platform/http/reply.ts'
import { matchesTag, replyFailure } from '#server/platform/http/reply.ts'
import { sha256 } from '#server/platform/context/sha256.ts'
import { findIcons } from './icons.ts'
import { ICON_FRESH_SECONDS, ICON_PATH } from '#shared/domain/icon-rules.ts'

const FILE = '.json'
const CACHING = { 'cache-control': `public, max-age=${ICON_FRESH_SECONDS}`, 'content-type': 'application/json' }

/** Icons that data names, in the form the icon component asks for: `/api/icons/lucide.json?icons=sun,moon`, unsigned and without an envelope. */
export function mountIcons(app: Hono<Env>, iconSets: IconSets): void {
  app.get(`${ICON_PATH}:file`, async (c) => {
    const file = c.req.param('file')
    if (!file.endsWith(FILE)) return replyFailure(c, { code: 'H4001' })
    const input = { prefix: file.slice(0, -FILE.length), icons: c.req.query('icons') ?? '' }
    const found = await findIcons({ ctx: { iconSets }, input })
    if (!found.ok) return replyFailure(c, found.error)
    const body = JSON.stringify(found.value)
    const headers = { ...CACHING, etag: `"${sha256(body)}"` }
    return matchesTag(c.req.header('if-none-match'), headers.etag) ? c.body(null, 304, headers) : c.body(body, 200, headers)
  })
}
