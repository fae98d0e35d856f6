import fs from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Logger } from '../telemetry/log.ts'
import type { Config } from '../config/config.ts'
import { type DepthSource, createDepthCache, openDepthSource } from '../motion/depth/depth-source.ts'
import { openEngines } from '../motion/engines/open-engines.ts'
import { checkFfmpeg, findFfmpeg } from '../motion/render/find-ffmpeg.ts'
import { openDatabase } from '../database/open-database.ts'
import { type Articles, openArticles } from '../content/articles/open-articles.ts'
import { type Gallery, type TemplateSeed, openGallery } from '../gallery/open-gallery.ts'
import type { FileStore } from '../media-store/file-store.ts'
import type { Stores } from '../media-store/open-stores.ts'
import { type StaticFiles, loadStaticFiles } from '../static/static-files.ts'
import { EFFECT_ITEMS } from '../gallery/effect-items.ts'
import { EXPLORE_ITEMS } from '../gallery/explore-items.ts'

const HOUR_MS = 3_600_000
const OWNER_ONLY_MODE = 0o700
const PRIVATE_UMASK = 0o077

/**
 * Creates the folder of database and media. The folder and all later files are private to this user, because the embedded database requests
 * world-writable files.
 */
export function openDataFolder(folder: string, log: Pick<Logger, 'warn'>): void {
  process.umask(PRIVATE_UMASK)
  try {
    fs.mkdirSync(folder, { recursive: true })
    fs.accessSync(folder, fs.constants.W_OK)
  } catch (error) {
    throw new Error(`DATA_DIR is not writable: ${(error as Error).message}.`, { cause: error })
  }
  try {
    fs.chmodSync(folder, OWNER_ONLY_MODE)
  } catch (error) {
    log.warn({ err: error }, 'DATA_DIR belongs to another user; other users of this computer may read it')
  }
}

/** The configured database, with the tables of this build. `buildDir` is the folder of the built server. */
export function openConfiguredDatabase(buildDir: string, { databaseUrl, databasePool: pool, dataDir }: Config, log: Logger) {
  return openDatabase({
    databaseUrl,
    pool,
    dataDir,
    migrationsFolder: path.join(buildDir, 'migrations'),
    seedPath: path.join(buildDir, 'database-seed.tar.gz'),
    onIdleError: (error) => log.warn({ err: error }, 'Database connection lost'),
    pauseListener: {
      onPause: ({ cause }) => log.error({ err: cause }, 'Database files are not writable; requests get 503 until they are'),
      onResume: () => log.warn('Database files are writable again; requests are served'),
    },
  })
}

/** The configured engines, with their renderer, encoder and depth source. */
export async function openConfiguredEngines(buildDir: string, config: Config, log: Logger) {
  const ffmpegPath = await chooseFfmpeg(config, log)
  const depth = await openDepth(buildDir, config, log)
  const workerUrl = pathToFileURL(path.join(buildDir, 'render-worker.js'))
  const renderOptions = { workerUrl, workers: config.renderWorkers, ffmpegPath, depth }
  const engines = await openEngines({ config: config.engine, render: renderOptions, ffmpegPath, log })
  return { engines, ffmpegPath, closeDepth: async () => depth?.close() }
}

/** The path of the ffmpeg that encodes videos; undefined for the built-in encoder. */
async function chooseFfmpeg({ ffmpegPath, isFfmpegSearched }: Config, log: Logger): Promise<string | undefined> {
  if (ffmpegPath !== undefined) await checkFfmpeg(ffmpegPath)
  if (!isFfmpegSearched) return ffmpegPath
  const onUnusable = (error: unknown) => log.info({ err: error }, 'ffmpeg in PATH is not usable')
  return findFfmpeg({ searchPath: process.env['PATH'], check: checkFfmpeg, onUnusable })
}

/** The source of depth maps, with the configured model; undefined without a model: depth is then estimated from the picture. */
async function openDepth(buildDir: string, { depthModel, renderWorkers, dataDir }: Config, log: Logger): Promise<DepthSource | undefined> {
  if (depthModel === undefined) return undefined
  const cache = createDepthCache(path.join(dataDir, 'depth'), Date.now)
  setInterval(() => void cache.removeOld(), HOUR_MS).unref()
  await cache.removeOld()
  return openDepthSource({
    workerUrl: pathToFileURL(path.join(buildDir, 'depth-worker.js')),
    modelPath: path.resolve(depthModel),
    threads: renderWorkers,
    cache,
    onProblem: (error) => log.warn({ err: error }, 'Depth model failed; using estimated depth'),
  })
}

/** Public content, read once at the start. */
export interface Content {
  readonly gallery: Gallery
  readonly articles: Articles
  readonly files: StaticFiles
}

interface ContentFolders {
  readonly clientDir: string
  readonly artDir: string
  readonly articlesDir: string
  readonly dataDir: string
  readonly stores: Stores
}

export async function openContent({ clientDir, artDir, articlesDir, dataDir, stores }: ContentFolders): Promise<Content> {
  const gallery = await openSeedGallery(artDir, dataDir, stores.gallery)
  return { gallery, articles: await openArticles(articlesDir, gallery), files: await loadStaticFiles(clientDir, stores.builds) }
}

/** The gallery of the built-in items. */
export function openSeedGallery(artDir: string, dataDir: string, store: FileStore): Promise<Gallery> {
  return openGallery({ seeds: TEMPLATES, artDir, store, cacheDir: path.join(dataDir, 'seed-media') })
}

/** All gallery items in the order of the page: effects and explore items alternate. */
export const TEMPLATES: readonly TemplateSeed[] = Array.from({ length: Math.max(EFFECT_ITEMS.length, EXPLORE_ITEMS.length) })
  .flatMap((_, index) => [EFFECT_ITEMS[index], EXPLORE_ITEMS[index]])
  .filter((item) => item !== undefined)
