import path from 'node:path'
import type { Logger } from 'pino'
import { fileURLToPath } from 'node:url'
import packageJson from '../package.json' with { type: 'json' }
import { marginLines, readMargins } from './billing/engine-margins.ts'
import { backUp, restore } from './backup.ts'
import { type Config, readConfig } from './config.ts'
import { openDatabase } from './platform/database/open-database.ts'
import { listen } from './listen.ts'
import { createLog, withoutValues } from './platform/log.ts'
import { openBoss } from './platform/queue/open-boss.ts'
import { loadStaticFiles } from './platform/static/static-files.ts'
import { createQueues } from './start-work.ts'
import { openContent } from './open-content.ts'
import { openDataFolder } from './open-data-folder.ts'
import { openStores } from './platform/media/open-stores.ts'
import { openEngines } from './motion/engines/open-engines.ts'
import { tryEngines } from './motion/engines/try/try-engines.ts'
import { createDepthCache } from './motion/depth/depth-cache.ts'
import { type DepthSource, openDepthSource } from './motion/depth/depth-source.ts'
import { checkFfmpeg, findFfmpeg } from './motion/render/find-ffmpeg.ts'
import { DEV_MAIL_PATH } from './platform/mail/list-messages.ts'
import { type RunningServer, startServer } from './start-server.ts'
import { openTelemetry } from './platform/telemetry/open-telemetry.ts'
import { startWatchdog } from './platform/watchdog/start-watchdog.ts'

const BYTES_PER_MB = 1_000_000
const HOUR_MS = 3_600_000
const here = path.dirname(fileURLToPath(import.meta.url))
const CLIENT = path.join(here, '../client')

async function main(): Promise<void> {
  const config = readConfig(process.env)
  const log = createLog(config.logLevel)
  const [command, folder] = process.argv.slice(2)
  if (command === 'try-engines') return runTrial(process.argv.slice(3), config, log)
  if (command !== undefined && !['migrate', 'margins'].includes(command)) return runCommand(command, folder, config)
  openDataFolder(config.dataDir, log)
  if (command === 'migrate') return runMigration(config, log)
  if (command === 'margins') return printMargins(config, log)
  const telemetry = await openTelemetry(config, packageJson.version, log)
  const ffmpegPath = await chooseFfmpeg(config, log)
  const depth = await openDepth(config, log)
  const engines = await openOwnEngines(config, { ffmpegPath, depth }, log)
  const database = await openOwnDatabase(config, log)
  const stores = await openStores(config)
  if (database.isShared && config.s3 === undefined)
    log.warn('without S3_ENDPOINT all processes of this database need one DATA_DIR in common')
  const content = await openContent({
    clientDir: CLIENT,
    artDir: path.join(here, 'art'),
    articlesDir: path.join(here, 'articles'),
    dataDir: config.dataDir,
    stores,
  })
  const server = await startServer({
    config,
    database,
    media: stores.media,
    engines,
    content,
    version: packageJson.version,
    telemetry,
    log,
    nowMs: Date.now,
  })
  const close = async () => {
    await server.stop()
    await Promise.all([database.close(), depth?.close()])
  }
  const listening = await listen(server.app.fetch, config).catch(giveUp(close))
  const checkout = await listenForCheckout(server, config).catch(giveUp(() => listening.close().then(close)))
  // Slow steps of the start, such as migrations, are not watched.
  startWatchdog({
    workerUrl: new URL('./watchdog-worker.js', import.meta.url),
    onError: (error) => log.error({ err: error }, 'nothing watches over the main loop any more'),
  })
  const address = `${config.tls === undefined ? 'http' : 'https'}://localhost:${listening.port}`
  console.log(`Kinora is ready: ${address}`)
  if (checkout !== undefined) console.log(`Its sandbox checkout, where no money moves: ${checkout.origin}`)
  if (ffmpegPath !== config.ffmpegPath) console.log(`It encodes with ${ffmpegPath}, found on the path; FFMPEG_PATH=off turns that off.`)
  if (config.isLocalOnly) console.log(`Its mail: ${address}${DEV_MAIL_PATH}`)

  let isStopping = false
  const stop = async () => {
    if (isStopping) return
    isStopping = true
    server.leave()
    await Promise.all([listening.close(config.drainMs), checkout?.close(config.drainMs)])
    await close()
    process.exit(0)
  }
  process.on('SIGTERM', () => void stop().catch(exitWith))
  process.on('SIGINT', () => void stop().catch(exitWith))
}

/** What measures depth; undefined where it is guessed. */
async function openDepth({ depthModel, renderWorkers, dataDir }: Config, log: Logger): Promise<DepthSource | undefined> {
  if (depthModel === undefined) return undefined
  const cache = createDepthCache(path.join(dataDir, 'depth'), Date.now)
  setInterval(() => void cache.removeOld(), HOUR_MS).unref()
  await cache.removeOld()
  return openDepthSource({
    workerUrl: new URL('./depth-worker.js', import.meta.url),
    modelPath: path.resolve(depthModel),
    threads: renderWorkers,
    cache,
    onProblem: (error) => log.warn({ err: error }, 'depth was not measured, and is guessed'),
  })
}

/** The ffmpeg to encode with; undefined for the built-in encoder. */
async function chooseFfmpeg({ ffmpegPath, isFfmpegSearched }: Config, log: Logger): Promise<string | undefined> {
  if (ffmpegPath !== undefined) await checkFfmpeg(ffmpegPath)
  if (!isFfmpegSearched) return ffmpegPath
  const onUnusable = (error: unknown) => log.info({ err: error }, 'the ffmpeg on the path is not used')
  return findFfmpeg({ searchPath: process.env['PATH'], check: checkFfmpeg, onUnusable })
}

interface EngineTools {
  readonly ffmpegPath: string | undefined
  readonly depth: DepthSource | undefined
}

function openOwnEngines({ engine, renderWorkers: workers }: Config, { ffmpegPath, depth }: EngineTools, log: Logger) {
  const workerUrl = new URL('./render-worker.js', import.meta.url)
  return openEngines({ config: engine, render: { workerUrl, workers, ffmpegPath, depth }, ffmpegPath, log })
}

function openOwnDatabase({ databaseUrl, databasePool: pool, dataDir }: Config, log: Logger) {
  return openDatabase({
    databaseUrl,
    pool,
    dataDir,
    migrationsFolder: path.join(here, 'migrations'),
    seedPath: path.join(here, 'database-seed.tar.gz'),
    onIdleError: (error) => log.warn({ err: error }, 'a database connection broke'),
  })
}

/** What the first process of a build does before it answers, ahead of it and beside those of the build before. */
async function runMigration(config: Config, log: Logger): Promise<void> {
  const database = await openOwnDatabase(config, log)
  const { builds } = await openStores(config)
  const errors: Error[] = []
  const boss = await openBoss({ database, createQueues, onError: (error) => errors.push(error) })
  await boss.stop()
  const [first] = errors
  if (first !== undefined) throw first
  await loadStaticFiles(CLIENT, builds)
  await database.close()
  console.log('Tables, queues and assets are up to date.')
}

/** `margins`: what video services cost beside what people paid. */
async function printMargins(config: Config, log: Logger): Promise<void> {
  const database = await openOwnDatabase(config, log)
  for (const line of marginLines(await readMargins(database.db))) console.log(line)
  await database.close()
}

/** `backup <folder>` and `restore <folder>`, in the place of a server. */
async function runCommand(command: string, folder: string | undefined, { dataDir, databaseUrl }: Config): Promise<void> {
  const isBackup = command === 'backup'
  if ((!isBackup && command !== 'restore') || folder === undefined)
    throw new Error('Say what to do: backup <folder>, restore <folder>, margins, migrate, or try-engines <picture>.')
  if (databaseUrl !== undefined)
    throw new Error('DATABASE_URL is set: use pg_dump for the database, and copy the files of DATA_DIR after it.')
  const { files, bytes, madeAtMs } = await (isBackup ? backUp(dataDir, folder, Date.now()) : restore(folder, dataDir))
  const size = `${files} files, ${Math.ceil(bytes / BYTES_PER_MB)} MB`
  console.log(isBackup ? `Copied ${size} to ${folder}.` : `Restored ${size} of ${new Date(madeAtMs).toISOString()} to ${dataDir}.`)
}

const TRIAL_FOLDER = 'test-results/engines-try'

/** One video of a picture with each model, in the place of a server: `<picture> [<folder>] [--yes]`. */
async function runTrial(words: readonly string[], config: Config, log: Logger): Promise<void> {
  const [picturePath, folder = TRIAL_FOLDER] = words.filter((word) => word !== '--yes')
  if (picturePath === undefined) throw new Error('Say which picture to make videos of: npm run engines:try -- photo.jpg.')
  const stopping = new AbortController()
  process.once('SIGINT', () => stopping.abort(new Error('The trial was stopped.')))
  const depth = await openDepth(config, log)
  const { slots } = await openOwnEngines(config, { ffmpegPath: await chooseFfmpeg(config, log), depth }, log)
  try {
    const page = await tryEngines({
      slots,
      picturePath,
      folder,
      isAgreed: words.includes('--yes'),
      signal: stopping.signal,
      nowMs: Date.now,
      say: console.log,
      onError: (error) => log.error({ err: error }, 'an engine broke'),
    })
    if (page !== undefined) console.log(`Side by side: ${page}`)
  } finally {
    await Promise.all(slots.map(({ engine }) => engine.close()))
    await depth?.close()
  }
}

const giveUp = (close: () => Promise<void>) => async (error: unknown) => {
  await close()
  throw error
}

/** A separate origin isolates the sandbox in browsers: the same computer under another name. */
async function listenForCheckout({ checkout }: RunningServer, { payment }: Config) {
  if (checkout === null || payment.taker.name !== 'sandbox') return undefined
  const { port, origin } = payment.taker
  const opened = await listen(checkout.fetch, { host: '127.0.0.1', port, tls: undefined, portName: 'CHECKOUT_PORT' })
  return { ...opened, origin }
}

function exitWith(error: unknown): never {
  console.error(withoutValues(error).message)
  process.exit(1)
}

main().catch(exitWith)
