import type { DatabasePaused, OpenedDatabase } from './database.ts'
import fs from 'node:fs'
import path from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import { migrate } from 'drizzle-orm/pglite/migrator'
import { isWriteRefused } from '../disk/is-write-refused.ts'
import { DurableFiles, syncDirectory, syncFile } from './durable-files.ts'
import { type LockFile, acquireLockFile } from './lock-file.ts'
import { type Instance, openReopening } from './reopening-client.ts'

const SHARED_BUFFERS = 'shared_buffers=16MB'
/** Makes Postgres sync its files: the fdatasync of the wasm build does nothing, and `-F` would turn syncing off. */
const DURABLE_START = [...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'), '-c', 'wal_sync_method=fsync']

/** Called when the files of the embedded database refuse a write, and when it is open again. */
export interface PauseListener {
  onPause(pause: DatabasePaused): void
  onResume(): void
}

const NO_LISTENER: PauseListener = { onPause: () => undefined, onResume: () => undefined }

/** The embedded database in its own folder, used only by this process. A seed archive, if present, shortens the first start. */
export async function openEmbedded(
  dataDir: string,
  migrationsFolder: string,
  seedPath: string,
  pauseListener: PauseListener = NO_LISTENER,
): Promise<OpenedDatabase> {
  fs.mkdirSync(dataDir, { recursive: true })
  const lock = acquireLockFile(path.join(dataDir, 'database.lock'))
  try {
    const directory = path.join(dataDir, 'database')
    const writeError = findUnwritable(directory)
    if (writeError !== undefined) throw new Error(`The database in DATA_DIR is not writable: ${writeError.message}.`)
    const newCluster = beginCluster(directory)
    const seed = newCluster !== undefined && fs.existsSync(seedPath) ? { loadDataDir: new Blob([fs.readFileSync(seedPath)]) } : {}
    let isComplete = newCluster === undefined
    const openInstance = async (onStop: (pause: DatabasePaused) => void): Promise<Instance> => {
      const isNew = !fs.existsSync(path.join(directory, 'PG_VERSION'))
      // The disk with the folder may be missing. A new, empty database would seem like a loss of all data.
      if (isNew && isComplete) throw new Error(`The database files are missing in ${directory}.`)
      const files = new DurableFiles(directory, onStop)
      const options = { fs: files, startParams: DURABLE_START, ...missingSettings(directory), ...(isNew ? seed : {}) }
      return { client: await PGlite.create(options), stop: (cause) => files.stop(cause) }
    }
    const { client, listen, close } = await openReopening({
      open: openInstance,
      findUnwritable: () => findUnwritable(directory),
      ...pauseListener,
    })
    newCluster?.finish()
    isComplete = true
    const database = await wrapEmbedded(client, migrationsFolder, () => undefined).catch(async (error: unknown) => {
      await close()
      throw error
    })
    return { ...database, listen, close: () => close().finally(() => releaseLock(lock)) }
  } catch (error) {
    releaseLock(lock)
    throw error
  }
}

/** The settings to write at a start; none if the file already has them, because PGlite rewrites the file on each start otherwise. */
function missingSettings(directory: string): { postgresqlconf?: string } {
  const file = path.join(directory, 'postgresql.conf')
  return fs.existsSync(file) && fs.readFileSync(file, 'utf8') === SHARED_BUFFERS ? {} : { postgresqlconf: SHARED_BUFFERS }
}

/** Releases the lock. In a read-only folder the lock file stays, and the next start finds that it is stale. */
function releaseLock(lock: LockFile): void {
  try {
    lock.release()
  } catch (error) {
    if (!isWriteRefused(error)) throw error
  }
}

/** Files that every write of the database needs to change. */
const WRITTEN_FILES = ['.', 'pg_wal', 'global/pg_control']
/**
 * The error codes for files that are immutable or on a read-only file system. Other errors of access(2) do not prove that a write would
 * fail.
 */
const UNWRITABLE_CODES = new Set(['EROFS', 'EPERM'])

function findUnwritable(directory: string): Error | undefined {
  for (const name of WRITTEN_FILES) {
    try {
      fs.accessSync(path.join(directory, name), fs.constants.W_OK)
    } catch (error) {
      if (error instanceof Error && 'code' in error && UNWRITABLE_CODES.has(String(error.code))) return error
    }
  }
  return undefined
}

/** Migrates the schema of an open client, such as an in-memory one, and returns its database. */
export async function wrapEmbedded(client: PGlite, migrationsFolder: string, onClose: () => void): Promise<OpenedDatabase> {
  await migrate(drizzle(client), { migrationsFolder })
  return wrapMigrated(client, onClose)
}

/** The database of an open client whose schema is up to date. */
export function wrapMigrated(client: PGlite, onClose: () => void): OpenedDatabase {
  return {
    db: drizzle(client),
    isShared: false,
    async execute(text, values) {
      if (values.length > 0) return client.query(text, [...values])
      return (await execOrUndo(client, text)).at(-1) ?? { rows: [] }
    },
    exclusively: (work) => work(),
    listen: (channel, { onPayload }) => client.listen(channel, onPayload),
    async close() {
      await client.close()
      onClose()
    },
  }
}

/** Runs SQL statements. If they begin a transaction and fail, this rolls it back: the only connection would otherwise stay inside it. */
async function execOrUndo(client: PGlite, text: string): Promise<{ rows: unknown[] }[]> {
  try {
    return await client.exec(text)
  } catch (error) {
    await client.exec('rollback')
    throw error
  }
}

/**
 * Guards the first start: a marker file exists beside a new cluster until the cluster is complete. A cluster with a marker was never used,
 * so it is created again.
 */
interface NewCluster {
  /** Call when the cluster is complete. */
  finish(): void
}

/** Deletes an incomplete cluster and marks a new one; undefined if a complete one exists. */
function beginCluster(directory: string): NewCluster | undefined {
  const markerPath = `${directory}.unfinished`
  if (fs.existsSync(directory) && !fs.existsSync(markerPath)) return undefined
  fs.writeFileSync(markerPath, '')
  fs.rmSync(directory, { recursive: true, force: true })
  return {
    finish() {
      for (const entry of fs.readdirSync(directory, { recursive: true, withFileTypes: true })) {
        if (entry.isFile()) syncFile(path.join(entry.parentPath, entry.name))
      }
      fs.rmSync(markerPath)
      syncDirectory(path.dirname(markerPath))
    },
  }
}
