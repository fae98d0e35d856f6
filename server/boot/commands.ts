import type { Logger } from '../telemetry/log.ts'
import { backUp, restore } from './backup.ts'
import { marginLines, readMargins } from '../billing/engine-margins.ts'
import type { Config } from '../config/config.ts'
import { tryEngines } from '../motion/engines/try/try-engines.ts'
import { openDataFolder, openConfiguredDatabase, openConfiguredEngines } from './open-resources.ts'
import { openStores } from '../media-store/open-stores.ts'
import { normalizeEmail } from '#shared/domain/account-rules.ts'
import { askRunningServer } from '../operator/confirmation-requests.ts'
import { type ConfirmationRequest, type ConfirmationResult, confirmOperatorFactor } from '../operator/confirm-factor.ts'
import { sharedSecret } from '../verbs/secrets.ts'
import { DatabaseInUse } from '../database/lock-file.ts'
import { openBoss } from '../queue/open-boss.ts'
import { loadStaticFiles } from '../static/static-files.ts'
import { createQueues } from './start-work.ts'

const BYTES_PER_MB = 1_000_000
const TRIAL_FOLDER = 'test-results/engines-try'

interface CommandDeps {
  readonly buildDir: string
  readonly clientDir: string
  readonly config: Config
  readonly log: Logger
}

/** Runs a command of the built server instead of the server. Throws one sentence if it fails. */
export async function runCommand([command, ...args]: readonly string[], deps: CommandDeps): Promise<void> {
  const [folder] = args
  switch (command) {
    case 'migrate':
      return migrate(deps)
    case 'margins':
      return printMargins(deps)
    case 'operator-confirm':
      return confirmFactor(args, deps)
    case 'try-engines':
      return tryConfiguredEngines(args, deps)
    case 'backup':
    case 'restore':
      if (folder !== undefined) return copyData(command, folder, deps.config)
      break
    case undefined:
  }
  throw new Error(
    'Unknown command. Use backup <folder>, restore <folder>, margins, migrate, operator-confirm <email> <code>, or try-engines <photo>.',
  )
}

/** Runs the first start-up work of a build in advance, while processes of the previous build answer requests. */
async function migrate({ buildDir, clientDir, config, log }: CommandDeps): Promise<void> {
  openDataFolder(config.dataDir, log)
  const database = await openConfiguredDatabase(buildDir, config, log)
  const { builds } = await openStores(config)
  const errors: Error[] = []
  const boss = await openBoss({ database, createQueues, onError: (error) => errors.push(error) })
  await boss.stop()
  const [firstError] = errors
  if (firstError !== undefined) throw firstError
  await loadStaticFiles(clientDir, builds)
  await database.close()
  console.log('Tables, queues, and assets are up to date.')
}

async function printMargins({ buildDir, config, log }: CommandDeps): Promise<void> {
  openDataFolder(config.dataDir, log)
  const database = await openConfiguredDatabase(buildDir, config, log)
  for (const line of marginLines(await readMargins(database.db))) console.log(line)
  await database.close()
}

/** Confirms a new second factor for the operator console: `<email> <code>`. The command works while a server runs. */
async function confirmFactor([email, code]: readonly string[], deps: CommandDeps): Promise<void> {
  if (email === undefined || code === undefined)
    throw new Error('Add the email address of the account and the code from its security settings: npm run operator:confirm -- EMAIL CODE.')
  const request = { email: normalizeEmail(email), code: code.trim().toUpperCase() }
  const result = await confirmDirectly(request, deps).catch((error: unknown) => {
    if (error instanceof DatabaseInUse) return askRunningServer(deps.config.dataDir, request)
    throw error
  })
  if (result === undefined) throw new Error('The running server did not answer. It may run an older build.')
  if (!result.isTrusted) throw new Error(result.sentence)
  console.log(result.sentence)
}

/** Confirms a factor in a Postgres database, or in the embedded database while no server runs. */
async function confirmDirectly(request: ConfirmationRequest, { buildDir, config, log }: CommandDeps): Promise<ConfirmationResult> {
  openDataFolder(config.dataDir, log)
  const database = await openConfiguredDatabase(buildDir, config, log)
  try {
    const { db } = database
    const secret = await sharedSecret(db)
    return await confirmOperatorFactor({ db, secret, nowMs: Date.now, operatorAccounts: config.operatorAccounts }, request)
  } finally {
    await database.close()
  }
}

async function copyData(command: 'backup' | 'restore', folder: string, { dataDir, databaseUrl }: Config): Promise<void> {
  if (databaseUrl !== undefined) throw new Error('DATABASE_URL is set. Back up the database with pg_dump, then copy the files in DATA_DIR.')
  const isBackup = command === 'backup'
  const { files, bytes, madeAtMs } = await (isBackup ? backUp(dataDir, folder, Date.now()) : restore(folder, dataDir))
  const copiedText = `${files} files, ${Math.ceil(bytes / BYTES_PER_MB)} MB`
  console.log(
    isBackup
      ? `Copied ${copiedText} to ${folder}.`
      : `Restored ${copiedText} to ${dataDir}, from the backup of ${new Date(madeAtMs).toISOString()}.`,
  )
}

/** Lists the videos that it would order of a picture, one per model. With `--yes`, it orders them: `<picture> [<folder>] [--yes]`. */
async function tryConfiguredEngines(args: readonly string[], { buildDir, config, log }: CommandDeps): Promise<void> {
  const [picturePath, folder = TRIAL_FOLDER] = args.filter((arg) => arg !== '--yes')
  if (picturePath === undefined) throw new Error('Add the path of a photo: npm run engines:try -- photo.jpg.')
  const stopping = new AbortController()
  process.once('SIGINT', () => stopping.abort(new Error('The trial was stopped.')))
  const { engines, closeDepth } = await openConfiguredEngines(buildDir, config, log)
  try {
    const page = await tryEngines({
      engines: engines.configured,
      picturePath,
      folder,
      isAgreed: args.includes('--yes'),
      signal: stopping.signal,
      nowMs: Date.now,
      say: console.log,
      onError: (error) => log.error({ err: error }, 'Video engine error'),
    })
    if (page !== undefined) console.log(`Comparison page: ${page}`)
  } finally {
    await Promise.all(engines.all.map((engine) => engine.close()))
    await closeDepth()
  }
}
