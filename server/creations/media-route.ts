import type { Context as Request, Hono } from 'hono'
import { acceptsType } from '#server/http/accept-header.ts'
import { type Env, matchesTag, reply, replyFailure } from '#server/http/reply.ts'
import { type ByteRange, FileMissing } from '#server/media-store/file-store.ts'
import { type MediaContext, findMedia } from './authorise-media.ts'
import { isDownloadName } from '#shared/domain/download-name.ts'
import { POSTER_WIDTHS } from '#shared/domain/poster-sources.ts'

const NOT_ASCII = /[^a-z0-9.-]+/gi

/**
 * A file never changes under its name, but browsers must revalidate it: after a logout, the browser must not show it from its cache. The
 * check costs a 304.
 */
const PRIVATE_CACHING = { 'cache-control': 'private, no-cache', vary: 'cookie, x-user-token' }
/** User files opened as a page must not run scripts. Without `allow-same-origin`, a video opened as a page could not load its file. */
const SANDBOX = {
  'content-security-policy':
    "default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox allow-same-origin",
}
const PUBLIC_CACHING = { 'cache-control': 'public, max-age=31536000, immutable' }
/** For the answer to an invalid range: it is an error, so no cache may store it. */
const NO_STORE = { 'cache-control': 'no-store' }
const VIDEO_TYPE = 'video/mp4'
const AVIF_TYPE = 'image/avif'

/**
 * Serves uploads, videos and posters of the caller, and public gallery files, with ranges. `download` sends a video to save under that
 * name; `width` sends a smaller gallery picture.
 */
export function mountMedia(app: Hono<Env>, contextOf: (c: Request<Env>) => MediaContext): void {
  app.get('/media/:name', async (c) => {
    const name = c.req.param('name')
    const requestedWidth = c.req.query('width')
    const width = POSTER_WIDTHS.find((posterWidth) => String(posterWidth) === requestedWidth)
    if (requestedWidth !== undefined && width === undefined) return replyFailure(c, { code: 'H3000', fields: ['width'] })
    const acceptsAvif = acceptsType(c.req.header('accept'), AVIF_TYPE)
    const mediaAnswer = await findMedia({ ctx: contextOf(c), input: { name, width, acceptsAvif } })
    if (!mediaAnswer.ok) return reply(c, mediaAnswer)
    const { file, contentType, isPublic } = mediaAnswer.value
    const savedName = c.req.query('download')
    if (savedName !== undefined && !(contentType === VIDEO_TYPE && isDownloadName(savedName))) {
      return replyFailure(c, { code: 'H3000', fields: ['download'] })
    }
    const size = await file.size()
    if (size === undefined) return replyFailure(c, { code: 'H4001' })
    const etag = width === undefined ? `"${name}"` : `"${name}-${width}-${contentType}"`
    const headers: Record<string, string> = {
      ...(isPublic ? PUBLIC_CACHING : PRIVATE_CACHING),
      ...SANDBOX,
      ...(width === undefined ? {} : { vary: 'accept' }),
      etag,
      'accept-ranges': 'bytes',
      'content-type': contentType,
    }
    if (savedName !== undefined) headers['content-disposition'] = attachment(savedName)
    if (matchesTag(c.req.header('if-none-match'), etag)) return c.body(null, 304, headers)
    // Range is defined only for GET: a HEAD request describes the whole file.
    const mayBePart = c.req.method === 'GET' && (c.req.header('if-range') ?? etag) === etag
    const range = mayBePart ? parseRange(c.req.header('range'), size) : undefined
    if (range === 'unsatisfiable') return c.body(null, 416, { ...headers, ...NO_STORE, 'content-range': `bytes */${size}` })
    headers['content-length'] = String(range === undefined ? size : range.last - range.first + 1)
    if (range !== undefined) headers['content-range'] = `bytes ${range.first}-${range.last}/${size}`
    const status = range === undefined ? 200 : 206
    if (c.req.method === 'HEAD') return c.body(null, 200, headers)
    const body = await file.read(range).catch(undefinedIfMissing)
    return body === undefined ? replyFailure(c, { code: 'H4001' }) : c.body(body, status, headers)
  })
}

function undefinedIfMissing(error: unknown): undefined {
  if (!(error instanceof FileMissing)) throw error
}

/**
 * The `Content-Disposition` of a download. The name has letters, marks, digits, hyphens and one extension; the ASCII form is for clients
 * that do not support the encoded form.
 */
export function attachment(name: string): string {
  const asciiName = name.normalize('NFKD').replace(NOT_ASCII, '').replace(/^-+/, '')
  return `attachment; filename="${asciiName}"; filename*=UTF-8''${encodeURIComponent(name)}`
}

/**
 * Parses a Range header with one part. 'unsatisfiable' if the part is outside of the file. Undefined without a header, and for a header
 * that the server may ignore, such as one with several parts.
 */
export function parseRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | undefined {
  const match = /^bytes=(\d*)-(\d*)$/i.exec(header?.trim() ?? '')
  if (match === null || (match[1] === '' && match[2] === '')) return undefined
  const [, fromText = '', toText = ''] = match
  const first = fromText === '' ? Math.max(0, size - Number(toText)) : Number(fromText)
  const last = fromText === '' || toText === '' ? size - 1 : Math.min(Number(toText), size - 1)
  if (fromText !== '' && toText !== '' && Number(toText) < first) return undefined
  return first >= size || (fromText === '' && Number(toText) === 0) ? 'unsatisfiable' : { first, last }
}
