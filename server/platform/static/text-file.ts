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

/** Values by placeholder name. */
export type HeadText = (key: string, values?: Readonly<Record<string, string | number>>) => string

const FILES = ['/locales/en/common.json', '/locales/en/head.json', '/locales/en/support.json']

/** The texts of heads from the build, with placeholders filled in; empty without a build's texts. */
export function headTexts(files: StaticFiles): HeadText | undefined {
  const found = FILES.flatMap((path) => files.find(path) ?? [])
  if (found.length < FILES.length) return undefined
  const texts = new Map(found.flatMap(({ bytes }) => Object.entries(JSON.parse(new TextDecoder().decode(bytes)) as Record<string, string>)))
  return (key, values = {}) => {
    const text = texts.get(key)
    if (text === undefined) throw new Error(`No text has the key ${key}.`)
    return text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''))
  }
}
