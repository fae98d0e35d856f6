import { createHash } from 'node:crypto'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { type ComponentLocale, DEFAULT_COMPONENT_LOCALE } from '#shared/domain/component-locales.ts'
import { type StaticFile, type StaticFiles, contentTypeOf } from './static-files.ts'

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

const SHELL = '/index.html'
const START = '<html '

/** Sets the components' language in the build's shell, where it is not the default. */
export function withComponentLocale(files: StaticFiles, locale: ComponentLocale): StaticFiles {
  if (files.shell === undefined || locale === DEFAULT_COMPONENT_LOCALE) return files
  const html = new TextDecoder().decode(files.shell.bytes).replace(START, `${START}data-component-locale="${locale}" `)
  const shell = textFile('index.html', html)
  return { ...files, shell, find: (pathname) => (pathname === SHELL ? shell : files.find(pathname)) }
}
