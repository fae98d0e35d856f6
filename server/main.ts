import path from 'node:path'
import { fileURLToPath } from 'node:url'
import packageJson from '../package.json' with { type: 'json' }
import { readConfig } from './config.ts'
import { openDatabase } from './database/open-database.ts'
import { listen } from './listen.ts'
import { createLog, withoutValues } from './log.ts'
import { openEngine } from './providers/engine/open-engine.ts'
import { checkFfmpeg } from './render/check-ffmpeg.ts'
import { DEV_MAIL_PATH } from './services/mail/list-messages.ts'
import { startServer } from './start-server.ts'

const here = path.dirname(fileURLToPath(import.meta.url))

async function main(): Promise<void> {
  const config = readConfig(process.env)
  const log = createLog(config.logLevel)
  const { ffmpegPath } = config
  if (ffmpegPath !== undefined) await checkFfmpeg(ffmpegPath)
  const workerUrl = new URL('./render-worker.js', import.meta.url)
  const render = { workerUrl, workers: config.renderWorkers, ffmpegPath }
  const engine = openEngine({ config: config.engine, render, ffmpegPath, log })
  const database = await openDatabase({
    databaseUrl: config.databaseUrl,
    dataDir: config.dataDir,
    migrationsFolder: path.join(here, 'migrations'),
    seedPath: path.join(here, 'database-seed.tar.gz'),
    onIdleError: (error) => log.warn({ err: error }, 'a database connection broke'),
  })
  const server = await startServer({
    config,
    database,
    engine,
    concurrency: config.engine.concurrency,
    clientDir: path.join(here, '../client'),
    version: packageJson.version,
    log,
    nowMs: Date.now,
  })
  const close = () => server.stop().then(() => database.close())
  const listening = await listen(server.app.fetch, config).catch(async (error: unknown) => {
    await close()
    throw error
  })
  const address = `${config.tls === undefined ? 'http' : 'https'}://localhost:${listening.port}`
  console.log(`Kinora is ready: ${address}`)
  if (config.isLocalOnly) console.log(`Its mail: ${address}${DEV_MAIL_PATH}`)

  let isStopping = false
  const stop = async () => {
    if (isStopping) return
    isStopping = true
    await listening.close()
    await close()
    process.exit(0)
  }
  process.on('SIGTERM', () => void stop().catch(exitWith))
  process.on('SIGINT', () => void stop().catch(exitWith))
}

function exitWith(error: unknown): never {
  console.error(withoutValues(error).message)
  process.exit(1)
}

main().catch(exitWith)
