import { createHash } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import { contentTypeOf } from './content-type.ts'

/** One file of the build and its precompressed forms. */
export interface StaticFile {
  readonly path: string
  readonly contentType: string
  readonly etag: string
  readonly isHashed: boolean
  /** Encodings that stand beside it, best first. */
  readonly encodings: readonly ('br' | 'gzip')[]
}

/** The built app. Files are found in an index made at the start, so no request can reach beyond it. */
export interface StaticFiles {
  find(pathname: string): StaticFile | undefined
  /** The page that every route begins with; undefined when the app was not built. */
  readonly shell: StaticFile | undefined
  /** Changes with every build. */
  readonly buildId: string
}

export const ENCODING_SUFFIX = { br: '.br', gzip: '.gz' } as const
const KEPT_BUILDS = 3
const HASHED = '/assets/'
const HIDDEN = /\/\.|\.(?:br|gz)$/

/** Indexes a build, and keeps its hashed files for pages of an older tab: those of the last three builds can be found. */
export async function loadStaticFiles(clientDir: string, keptDir: string): Promise<StaticFiles> {
  const current = await indexFolder(clientDir, '/')
  const shell = current.get('/index.html')
  const buildId = shell === undefined ? 'none' : shell.etag.slice(1, -1)
  if (shell !== undefined) await keepAssets(path.join(clientDir, 'assets'), keptDir, buildId)
  const older = await Promise.all((await keptBuilds(keptDir)).map((build) => indexFolder(path.join(keptDir, build), HASHED)))
  const layers = [current, ...older]
  return { find: (pathname) => layers.find((files) => files.has(pathname))?.get(pathname), shell, buildId }
}

async function keepAssets(assetsDir: string, keptDir: string, buildId: string): Promise<void> {
  const target = path.join(keptDir, buildId)
  await fs.mkdir(keptDir, { recursive: true })
  await fs.cp(assetsDir, target, { recursive: true, force: false })
  await fs.utimes(target, new Date(), new Date())
  const outdated = (await keptBuilds(keptDir)).slice(KEPT_BUILDS)
  await Promise.all(outdated.map((build) => fs.rm(path.join(keptDir, build), { recursive: true, force: true })))
}

/** Newest first. */
async function keptBuilds(keptDir: string): Promise<string[]> {
  const names = await fs.readdir(keptDir).catch(() => [])
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
  const encodings = (['br', 'gzip'] as const).filter((encoding) => known.has(file + ENCODING_SUFFIX[encoding]))
  const etag = `"${createHash('sha256').update(bytes).digest('hex').slice(0, 16)}"`
  return { path: file, contentType: contentTypeOf(file), etag, isHashed: url.startsWith(HASHED), encodings }
}
