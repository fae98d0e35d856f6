import type { OpenedDatabase } from './database.ts'
import fs from 'node:fs'
import path from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import { migrate } from 'drizzle-orm/pglite/migrator'
import { acquireLockFile } from './lock-file.ts'
import { NodeFS } from '@electric-sql/pglite/nodefs'

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
  await migrate(drizzle(client), { migrationsFolder })
  return wrapMigrated(client, onClose)
}

/** The same for a schema that is up to date. */
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

/** The fsync in use; tests count its calls. */
export const diskSync = { file: fs.fdatasyncSync, directory: fs.fsyncSync }

function syncFile(file: string): void {
  const handle = fs.openSync(file, 'r+')
  try {
    diskSync.file(handle)
  } finally {
    fs.closeSync(handle)
  }
}

interface OpenStream {
  readonly nfd?: number
  readonly node: unknown
}
interface EmscriptenNodeFs {
  readonly stream_ops: { fsync?: (stream: OpenStream) => number }
  realPath(node: unknown): string
}
type Module = { readonly NODEFS?: EmscriptenNodeFs; readonly FS: { readonly filesystems?: { readonly NODEFS?: EmscriptenNodeFs } } }
type Init = Parameters<NodeFS['init']>

/**
 * The embedded database's file system never syncs, so that a power cut would lose acknowledged commits. This one passes every fsync to the disk.
 * It uses PGlite internals, so PGlite's version is pinned and a change fails at once.
 */
class DurableNodeFs extends NodeFS {
  override async init(...[pg, options]: Init): ReturnType<NodeFS['init']> {
    const prepared = await super.init(pg, options)
    const install = (module: object) => installSync((module as Module).NODEFS ?? (module as Module).FS.filesystems?.NODEFS)
    prepared.emscriptenOpts.preRun = [...(prepared.emscriptenOpts.preRun ?? []), install]
    return prepared
  }
}

function installSync(nodeFs: EmscriptenNodeFs | undefined): void {
  if (!nodeFs?.stream_ops) throw new Error('The embedded database changed inside: its fsync could not be installed.')
  nodeFs.stream_ops.fsync = (stream) => {
    if (stream.nfd === undefined) syncDirectory(nodeFs.realPath(stream.node))
    else diskSync.file(stream.nfd)
    return 0
  }
}

/** Syncs a folder's directory entries. */
function syncDirectory(path: string): void {
  // Windows has no folder handles and writes directory entries itself.
  if (process.platform === 'win32') return
  const handle = fs.openSync(path, 'r')
  try {
    diskSync.directory(handle)
  } finally {
    fs.closeSync(handle)
  }
}
