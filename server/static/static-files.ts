import fs from 'node:fs/promises'
import path from 'node:path'
import { createHash } from 'node:crypto'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { type ComponentLocale, DEFAULT_COMPONENT_LOCALE } from '#shared/domain/component-locales.ts'
import { type Encoding, type BuildStore, type BuildFile, ENCODING_SUFFIX } from '../media-store/build-store.ts'

export interface StaticFile {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly contentType: string
  readonly etag: string
  readonly isHashed: boolean
  /** The precompressed forms, best first. */
  readonly encodings: readonly { readonly name: Encoding; readonly bytes: Uint8Array<ArrayBuffer> }[]
}

/**
 * The files of the build, read into memory at the start: requests cannot reach other files, and a new build on the disk cannot break a
 * running server.
 */
export interface StaticFiles {
  find(pathname: string): StaticFile | undefined
  /** A hashed file of another recent build, older or newer. */
  findInBuilds(pathname: string): Promise<StaticFile | undefined>
  /** The shell of every route; undefined without a build. */
  readonly shell: StaticFile | undefined
  readonly buildId: string
  /** The build's time; null if unknown. */
  readonly builtAtMs: number | null
}

const SHELL_PATH = '/index.html'
const HASHED_FOLDER = '/assets/'
const HIDDEN_PATH = /\/\.|\.(?:br|gz)$/
/** Paths below `/assets` in which no folder or file name starts with a dot. */
const ASSET_PATH = /^\/assets(?:\/[\w-][\w.-]*)+$/

/** Indexes a build, and stores its hashed files: pages of this build still request them after the server has changed to another build. */
export async function loadStaticFiles(clientDir: string, builds: BuildStore): Promise<StaticFiles> {
  const currentFiles = await indexFolder(clientDir, '/')
  const shell = currentFiles.get(SHELL_PATH)
  const buildId = shell === undefined ? 'none' : shell.etag.slice(1, -1)
  if (shell !== undefined) await builds.save(path.join(clientDir, 'assets'), buildId)
  return {
    find: (pathname) => currentFiles.get(pathname),
    findInBuilds: async (pathname) =>
      ASSET_PATH.test(pathname) ? describeBuildFile(await builds.find(pathname.slice(HASHED_FOLDER.length)), pathname) : undefined,
    shell,
    buildId,
    builtAtMs: builtAtMsOf(currentFiles.get('/build.json')),
  }
}

function builtAtMsOf(file: StaticFile | undefined): number | null {
  if (file === undefined) return null
  const { builtAtMs } = JSON.parse(new TextDecoder().decode(file.bytes)) as { readonly builtAtMs?: number }
  return builtAtMs ?? null
}

async function indexFolder(folder: string, baseUrl: string): Promise<Map<string, StaticFile>> {
  const entries = await fs.readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name))
  const allPaths = new Set(paths)
  const files = paths.map((file) => ({ file, url: baseUrl + path.relative(folder, file).split(path.sep).join('/') }))
  const rows = files
    .filter(({ url }) => !HIDDEN_PATH.test(url))
    .map(async ({ file, url }) => [url, await describeFile(file, url, allPaths)] as const)
  return new Map(await Promise.all(rows))
}

async function describeFile(file: string, url: string, allPaths: ReadonlySet<string>): Promise<StaticFile> {
  const bytes = await fs.readFile(file)
  const presentEncodings = (['br', 'gzip'] as const).filter((name) => allPaths.has(file + ENCODING_SUFFIX[name]))
  const encodings = await Promise.all(
    presentEncodings.map(async (name) => ({ name, bytes: await fs.readFile(file + ENCODING_SUFFIX[name]) })),
  )
  return toStaticFile(url, bytes, encodings)
}

function describeBuildFile(buildFile: BuildFile | undefined, url: string): StaticFile | undefined {
  return buildFile === undefined || HIDDEN_PATH.test(url) ? undefined : toStaticFile(url, buildFile.bytes, buildFile.encodings)
}

function toStaticFile(url: string, bytes: Uint8Array<ArrayBuffer>, encodings: StaticFile['encodings']): StaticFile {
  return { bytes, contentType: contentTypeOf(url), etag: etagOf(bytes), isHashed: url.startsWith(HASHED_FOLDER), encodings }
}

const CONTENT_TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.xml': 'application/xml; charset=utf-8',
}

export function contentTypeOf(name: string): string {
  return CONTENT_TYPES[path.extname(name).toLowerCase()] ?? 'application/octet-stream'
}

function etagOf(bytes: Uint8Array): string {
  return `"${createHash('sha256').update(bytes).digest('hex').slice(0, 16)}"`
}

/**
 * The compression level for texts that are created per request. They are nearly as small as with the level of the build, in much less time.
 */
const BROTLI_QUALITY = 6

/** A text as a static file, with its tag and compressed forms. `name` sets its type. */
export function textFile(name: string, text: string): StaticFile {
  const bytes = Buffer.from(text)
  const brotliBytes = brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } })
  const encodings = [
    { name: 'br', bytes: brotliBytes },
    { name: 'gzip', bytes: gzipSync(bytes) },
  ] as const
  return { bytes, contentType: contentTypeOf(name), etag: etagOf(bytes), isHashed: false, encodings }
}

const HTML_TAG_START = '<html '

/** Sets the components' language in the build's shell, if it is not the default. */
export function withComponentLocale(files: StaticFiles, locale: ComponentLocale): StaticFiles {
  if (files.shell === undefined || locale === DEFAULT_COMPONENT_LOCALE) return files
  const html = new TextDecoder().decode(files.shell.bytes).replace(HTML_TAG_START, `${HTML_TAG_START}data-component-locale="${locale}" `)
  const shell = textFile('index.html', html)
  return { ...files, shell, find: (pathname) => (pathname === SHELL_PATH ? shell : files.find(pathname)) }
}

/** Returns the text with this key. `values`: the values of its placeholders, by name. */
export type HeadText = (key: string, values?: Readonly<Record<string, string | number>>) => string

const HEAD_FILES = ['/locales/en/common.json', '/locales/en/head.json', '/locales/en/support.json']

/** Returns the texts of heads from the build, with placeholders filled in; undefined if the build has no texts. */
export function headTexts(files: StaticFiles): HeadText | undefined {
  const headFiles = HEAD_FILES.flatMap((path) => files.find(path) ?? [])
  if (headFiles.length < HEAD_FILES.length) return undefined
  const texts = new Map(
    headFiles.flatMap(({ bytes }) => Object.entries(JSON.parse(new TextDecoder().decode(bytes)) as Record<string, string>)),
  )
  return (key, values = {}) => {
    const text = texts.get(key)
    if (text === undefined) throw new Error(`No text has the key ${key}.`)
    return text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''))
  }
}
