import type { Context as Request } from 'hono'
import type { StaticFile } from '../static/static-files.ts'
import { type Env, matchesTag } from './reply.ts'

/** A file in the best accepted encoding; status 304 for a matching tag. */
export function sendFile(c: Request<Env>, file: StaticFile, status: 200 | 404, cacheControl: string): Response {
  const accepted = c.req.header('accept-encoding') ?? ''
  const encoding = file.encodings.find(({ name }) => new RegExp(String.raw`\b${name}\b`).test(accepted))
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
