import type { StaticFile } from './static-files.ts'
import { createHash } from 'node:crypto'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { contentTypeOf } from './static-files.ts'

/** Compression levels for texts made per request: nearly as small as the build's, much faster. */
const BROTLI_QUALITY = 6

/** A text as a static file, with its tag and compressed forms. `name` sets its type. */
export function textFile(name: string, text: string): StaticFile {
  const bytes = Buffer.from(text)
  const etag = `"${createHash('sha256').update(bytes).digest('hex').slice(0, 16)}"`
  const br = brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } })
  const encodings = [
    { name: 'br', bytes: br },
    { name: 'gzip', bytes: gzipSync(bytes) },
  ] as const
  return { bytes, contentType: contentTypeOf(name), etag, isHashed: false, encodings }
}
