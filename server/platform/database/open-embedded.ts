import type { OpenedDatabase } from './database.ts'
import fs from 'node:fs'
import path from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import { migrate } from 'drizzle-orm/pglite/migrator'
import { DurableNodeFs, diskSync, syncDirectory } from './durable-node-fs.ts'
import { acquireLockFile } from './lock-file.ts'
import * as schema from './schema.ts'

const SHARED_BUFFERS = 'shared_buffers=16MB'
/** The wasm build's own fdatasync does nothing, and `-F` would switch syncing off. */
const DURABLE_START = [...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'), '-c', 'wal_sync_method=fsync']

/** The embedded database in its own folder, used by this process alone. A seed archive, if present, shortens the first start. */
export async function openEmbedded(dataDir: string, migrationsFolder: string, seedPath: string): Promise<OpenedDatabase> {
  fs.mkdirSync(dataDir, { recursive: true })
  const lock = acquireLockFile(path.join(dataDir, 'database.lock'))
  try {
    const directory = path.join(dataDir, 'database')
    const newCluster = beginCluster(directory)
    const seed = newCluster !== undefined && fs.existsSync(seedPath) ? { loadDataDir: new Blob([fs.readFileSync(seedPath)]) } : {}
    const fileSystem = new DurableNodeFs(directory)
    const client = await PGlite.create({ fs: fileSystem, startParams: DURABLE_START, postgresqlconf: [SHARED_BUFFERS], ...seed })
    newCluster?.finish()
    return await wrapEmbedded(client, migrationsFolder, () => lock.release())
  } catch (error) {
    lock.release()
    throw error
  }
}

/** The same for an open client, such as an in-memory one. */
export async function wrapEmbedded(client: PGlite, migrationsFolder: string, onClose: () => void): Promise<OpenedDatabase> {
  await migrate(drizzle(client, { schema }), { migrationsFolder })
  return wrapMigrated(client, onClose)
}

/** The same for a schema that is up to date. */
export function wrapMigrated(client: PGlite, onClose: () => void): OpenedDatabase {
  return {
    db: drizzle(client, { schema }),
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

/** SQL that begins a transaction and fails would leave the only connection inside of it. */
async function execOrUndo(client: PGlite, text: string): Promise<{ rows: unknown[] }[]> {
  try {
    return await client.exec(text)
  } catch (error) {
    await client.exec('rollback')
    throw error
  }
}

/**
 * Guards the first start: a marker file exists beside a new cluster until it is fully written. A cluster with its marker is incomplete and
 * unused, so it is created again.
 */
interface NewCluster {
  /** Call when the cluster is complete. */
  finish(): void
}

/** Deletes an incomplete cluster and marks a new one; undefined when a complete one exists. */
function beginCluster(directory: string): NewCluster | undefined {
  const mark = `${directory}.unfinished`
  if (fs.existsSync(directory) && !fs.existsSync(mark)) return undefined
  fs.writeFileSync(mark, '')
  fs.rmSync(directory, { recursive: true, force: true })
  return {
    finish() {
      for (const entry of fs.readdirSync(directory, { recursive: true, withFileTypes: true })) {
        if (entry.isFile()) syncFile(path.join(entry.parentPath, entry.name))
      }
      fs.rmSync(mark)
      syncDirectory(path.dirname(mark))
    },
  }
}

function syncFile(file: string): void {
  const handle = fs.openSync(file, 'r+')
  try {
    diskSync.file(handle)
  } finally {
    fs.closeSync(handle)
  }
}
