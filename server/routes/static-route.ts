import type { Hono, Context as Request } from 'hono'
import type { StaticFile, StaticFiles } from '#server/static/static-files.ts'
import type { Env } from './reply.ts'
import { matchRoute } from '#shared/domain/route-patterns.ts'
import { matchesTag } from './entity-tag.ts'

const FOR_EVER = 'public, max-age=31536000, immutable'
const ASK_AGAIN = 'no-cache'

/** The built app: its files, and the shell for every navigation, with status 404 where no screen is. */
export function mountStatic(app: Hono<Env>, files: StaticFiles): void {
  app.get('*', (c) => {
    const { path } = c.req
    const file = files.find(path)
    if (file !== undefined) return send(c, file, 200)
    const isNavigation = c.req.header('accept')?.includes('text/html') === true
    if (!isNavigation || files.shell === undefined) return c.text('Not found', 404, { 'cache-control': 'no-store' })
    return send(c, files.shell, matchRoute(path) === undefined ? 404 : 200)
  })
  app.all('*', (c) => c.text('Method not allowed', 405, { allow: 'GET, HEAD' }))
}

function send(c: Request<Env>, file: StaticFile, status: 200 | 404): Response {
  const accepted = c.req.header('accept-encoding') ?? ''
  const encoding = file.encodings.find(({ name }) => new RegExp(String.raw`\b${name}\b`).test(accepted))
  const headers: Record<string, string> = {
    'cache-control': file.isHashed ? FOR_EVER : ASK_AGAIN,
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
