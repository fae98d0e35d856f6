import fs from 'node:fs/promises'
import path from 'node:path'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'

type Encoding = 'br' | 'gzip'

/** A file of the build and its precompressed forms. */
export interface StaticFile {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly contentType: string
  readonly etag: string
  readonly isHashed: boolean
  /** Its precompressed forms, best first. */
  readonly encodings: readonly { readonly name: Encoding; readonly bytes: Uint8Array<ArrayBuffer> }[]
}

/** The build as of the start, in memory, so that requests cannot reach other files and a new build cannot break a running server. */
export interface StaticFiles {
  find(pathname: string): StaticFile | undefined
  /** The shell of every route; undefined without a build. */
  readonly shell: StaticFile | undefined
  /** The build's id. */
  readonly buildId: string
  /** The build's time; null where unknown. */
  readonly builtAtMs: number | null
}

const ENCODING_SUFFIX = { br: '.br', gzip: '.gz' } as const
const KEPT_BUILDS = 3
const DRAFT = '.draft-'
const HASHED = '/assets/'
const HIDDEN = /\/\.|\.(?:br|gz)$/

/** Indexes a build and archives its hashed files for older tabs: files of the last three builds are served. */
export async function loadStaticFiles(clientDir: string, keptDir: string): Promise<StaticFiles> {
  const current = await indexFolder(clientDir, '/')
  const shell = current.get('/index.html')
  const buildId = shell === undefined ? 'none' : shell.etag.slice(1, -1)
  if (shell !== undefined) await keepAssets(path.join(clientDir, 'assets'), keptDir, buildId)
  const kept = (await keptBuilds(keptDir)).filter((build) => build !== buildId)
  const older = await Promise.all(kept.map((build) => indexFolder(path.join(keptDir, build), HASHED)))
  const layers = [current, ...older]
  return {
    find: (pathname) => layers.find((files) => files.has(pathname))?.get(pathname),
    shell,
    buildId,
    builtAtMs: builtAtMsOf(current.get('/build.json')),
  }
}

function builtAtMsOf(file: StaticFile | undefined): number | null {
  if (file === undefined) return null
  const { builtAtMs } = JSON.parse(new TextDecoder().decode(file.bytes)) as { readonly builtAtMs?: number }
  return builtAtMs ?? null
}

async function keepAssets(assetsDir: string, keptDir: string, buildId: string): Promise<void> {
  const target = path.join(keptDir, buildId)
  await fs.mkdir(keptDir, { recursive: true })
  if (!(await keptBuilds(keptDir)).includes(buildId)) await copyWhole(assetsDir, target)
  await fs.utimes(target, new Date(), new Date())
  const outdated = (await keptBuilds(keptDir)).slice(KEPT_BUILDS)
  await Promise.all(outdated.map((build) => fs.rm(path.join(keptDir, build), { recursive: true, force: true })))
}

/** An interrupted copy keeps its temporary name and is ignored; two processes may copy at once. */
async function copyWhole(source: string, target: string): Promise<void> {
  const draft = await fs.mkdtemp(path.join(path.dirname(target), DRAFT))
  await copyFiles(source, draft)
  await fs.rename(draft, target).catch(async (error: unknown) => {
    await fs.rm(draft, { recursive: true, force: true })
    if (!existsSync(target)) throw error
  })
}

/** In parallel, because hundreds of small files would take longer than the rest of the start. */
async function copyFiles(source: string, target: string): Promise<void> {
  const entries = await fs.readdir(source, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.relative(source, path.join(entry.parentPath, entry.name)))
  const folders = new Set(files.map((file) => path.dirname(file)))
  await Promise.all([...folders].map((folder) => fs.mkdir(path.join(target, folder), { recursive: true })))
  await Promise.all(files.map((file) => fs.copyFile(path.join(source, file), path.join(target, file))))
}

/** Newest first. */
async function keptBuilds(keptDir: string): Promise<string[]> {
  const names = (await fs.readdir(keptDir).catch(() => [])).filter((name) => !name.startsWith(DRAFT))
  const aged = await Promise.all(names.map(async (name) => ({ name, usedMs: (await fs.stat(path.join(keptDir, name))).mtimeMs })))
  return aged.sort((a, b) => b.usedMs - a.usedMs).map(({ name }) => name)
}

async function indexFolder(folder: string, base: string): Promise<Map<string, StaticFile>> {
  const entries = await fs.readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name))
  const known = new Set(paths)
  const wanted = paths.map((file) => ({ file, url: base + path.relative(folder, file).split(path.sep).join('/') }))
  const rows = wanted
    .filter(({ url }) => !HIDDEN.test(url))
    .map(async ({ file, url }) => [url, await describeFile(file, url, known)] as const)
  return new Map(await Promise.all(rows))
}

async function describeFile(file: string, url: string, known: ReadonlySet<string>): Promise<StaticFile> {
  const bytes = await fs.readFile(file)
  const beside = (['br', 'gzip'] as const).filter((name) => known.has(file + ENCODING_SUFFIX[name]))
  const encodings = await Promise.all(beside.map(async (name) => ({ name, bytes: await fs.readFile(file + ENCODING_SUFFIX[name]) })))
  const etag = `"${createHash('sha256').update(bytes).digest('hex').slice(0, 16)}"`
  return { bytes, contentType: contentTypeOf(file), etag, isHashed: url.startsWith(HASHED), encodings }
}

const TYPES: Record<string, string> = {
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
  return TYPES[path.extname(name).toLowerCase()] ?? 'application/octet-stream'
}
