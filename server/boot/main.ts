import path from 'node:path'
import { fileURLToPath } from 'node:url'
import packageJson from '../../package.json'
import { type Config, readConfig } from '../config/config.ts'
import { runCommand } from './commands.ts'
import { listen } from './listen.ts'
import { createLog, withoutValues } from '../telemetry/log.ts'
import { openContent, openDataFolder, openConfiguredDatabase, openConfiguredEngines } from './open-resources.ts'
import { openStores } from '../media-store/open-stores.ts'
import { DEV_MAIL_PATH } from '../mail/list-messages.ts'
import { type RunningServer, startServer } from './start-server.ts'
import { openTelemetry } from '../telemetry/open-telemetry.ts'
import { startWatchdog } from './watchdog/start-watchdog.ts'

const buildDir = path.dirname(fileURLToPath(import.meta.url))
const clientDir = path.join(buildDir, '../client')

async function main(): Promise<void> {
  const config = readConfig(process.env)
  const log = createLog(config.logLevel)
  const args = process.argv.slice(2)
  if (args.length > 0) return runCommand(args, { buildDir, clientDir, config, log })
  openDataFolder(config.dataDir, log)
  const telemetry = await openTelemetry(config, packageJson.version, log)
  const { engines, ffmpegPath, closeDepth } = await openConfiguredEngines(buildDir, config, log)
  const database = await openConfiguredDatabase(buildDir, config, log)
  const stores = await openStores(config)
  if (database.isShared && config.s3 === undefined)
    log.warn('S3_ENDPOINT is not set; all processes of this database must share one DATA_DIR')
  const content = await openContent({
    clientDir,
    artDir: path.join(buildDir, 'art'),
    articlesDir: path.join(buildDir, 'articles'),
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
    invoiceWorkerUrl: new URL('./invoice-worker.js', import.meta.url),
  })
  const close = async () => {
    await server.stop()
    await Promise.all([database.close(), closeDepth()])
  }
  const listening = await listen(server.app.fetch, config).catch(closeAndThrow(close))
  const checkout = await listenForCheckout(server, config).catch(closeAndThrow(() => listening.close().then(close)))
  // The watchdog starts last, so that slow steps of the start, such as migrations, do not end the process.
  startWatchdog({
    workerUrl: new URL('./watchdog-worker.js', import.meta.url),
    onError: (error) => log.error({ err: error }, 'Watchdog failed; a blocked main loop is no longer detected'),
  })
  const address = `${config.tls === undefined ? 'http' : 'https'}://localhost:${listening.port}`
  console.log(`Kinora is ready: ${address}`)
  if (checkout !== undefined) console.log(`Sandbox checkout (no real payments): ${checkout.origin}`)
  if (ffmpegPath !== config.ffmpegPath)
    console.log(`Video encoder: ${ffmpegPath} (from PATH). To use the built-in encoder, set FFMPEG_PATH=off.`)
  if (config.isLocalOnly) console.log(`Emails (not sent): ${address}${DEV_MAIL_PATH}`)

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

const closeAndThrow = (close: () => Promise<void>) => async (error: unknown) => {
  await close()
  throw error
}

/**
 * Opens the sandbox's checkout at an origin of its own, so that browsers isolate it from the app: the same computer under another host
 * name.
 */
async function listenForCheckout({ checkout }: RunningServer, { payment }: Config) {
  if (checkout === null || payment.provider.name !== 'sandbox') return undefined
  const { port, origin } = payment.provider
  const checkoutListening = await listen(checkout.fetch, { host: '127.0.0.1', port, tls: undefined, portName: 'CHECKOUT_PORT' })
  return { ...checkoutListening, origin }
}

function exitWith(error: unknown): never {
  console.error(withoutValues(error).message)
  process.exit(1)
}

main().catch(exitWith)
