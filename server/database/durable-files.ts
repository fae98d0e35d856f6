import fs from 'node:fs'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { DatabasePaused } from './database.ts'

/** The fsync functions of the database files; tests count their calls. */
export const diskSync = { file: fs.fdatasyncSync, directory: fs.fsyncSync }

export function syncFile(file: string): void {
  const handle = fs.openSync(file, 'r+')
  try {
    diskSync.file(handle)
  } finally {
    fs.closeSync(handle)
  }
}

/** Syncs a folder's directory entries. */
export function syncDirectory(path: string): void {
  // Windows has no folder handles and writes directory entries itself.
  if (process.platform === 'win32') return
  const handle = fs.openSync(path, 'r')
  try {
    diskSync.directory(handle)
  } finally {
    fs.closeSync(handle)
  }
}

interface OpenStream {
  nfd?: number
  readonly node: unknown
}
type Operation = (...args: never[]) => unknown
interface EmscriptenNodeFs {
  readonly stream_ops: Record<string, Operation> & { fsync?: (stream: OpenStream) => number }
  readonly node_ops: Record<string, Operation>
  realPath(node: unknown): string
}
type Entry = (typeof ENTRIES)[number]
type Module = { readonly NODEFS?: EmscriptenNodeFs } & { [Key in Entry]?: Operation } & {
  readonly FS: {
    readonly filesystems?: { readonly NODEFS?: EmscriptenNodeFs }
    readonly streams: readonly (OpenStream | null | undefined)[]
  }
}
type Init = Parameters<NodeFS['init']>

/** Emscripten's error numbers of a disk that rejects a write. */
const REFUSED_CODES = new Map([
  [2, 'EACCES'],
  [29, 'EIO'],
  [63, 'EPERM'],
  [69, 'EROFS'],
])
/** Emscripten's error numbers of a full disk. Postgres reports a full disk as a query error, except while it writes its log. */
const FULL_DISK_CODES = new Map([
  [19, 'EDQUOT'],
  [51, 'ENOSPC'],
])
const LOG_FOLDER = /[/\\]pg_wal(?:[/\\]|$)/

const STREAM_WRITES = ['open', 'write'] as const
const NODE_WRITES = ['mknod', 'rename', 'unlink', 'rmdir', 'symlink'] as const
/** The functions of the WebAssembly module that PGlite calls to pass a message to Postgres. */
const ENTRIES = ['_PostgresMainLoopOnce', '_PostgresMainLongJmp', '_PostgresSendReadyForQueryIfNecessary', '_pgl_pq_flush'] as const
/** The status of the exception that ends a failed statement. PGlite ignores all other statuses and would loop for ever. */
const LONG_JUMP = 100

/**
 * PGlite's file system never syncs, so a power cut would lose commits; this class passes every fsync to the disk. A failed write would
 * abort Postgres and block the main thread, so this class closes the instance's files instead: its statements then reject with
 * `DatabasePaused`.
 * The class depends on internals of PGlite. The version is therefore pinned, and a change of the internals makes the start fail.
 */
export class DurableFiles extends NodeFS {
  readonly #onStop: (pause: DatabasePaused) => void
  #module: Module | undefined
  #pause: DatabasePaused | undefined

  constructor(directory: string, onStop: (pause: DatabasePaused) => void) {
    super(directory)
    this.#onStop = onStop
  }

  override async init(...[pg, options]: Init): ReturnType<NodeFS['init']> {
    const preparedInit = await super.init(pg, options)
    const install = (module: object) => this.#install(module as Module)
    preparedInit.emscriptenOpts.preRun = [...(preparedInit.emscriptenOpts.preRun ?? []), install]
    return preparedInit
  }

  /** Stops this instance. If it is stopped more than once, the first cause counts. */
  stop(cause: Error): DatabasePaused {
    if (this.#pause !== undefined) return this.#pause
    const pause = Object.assign(new DatabasePaused(cause), { status: LONG_JUMP })
    this.#pause = pause
    if (this.#module !== undefined) {
      const reject = () => {
        throw pause
      }
      for (const entry of ENTRIES) this.#module[entry] = reject
      closeStreams(this.#module)
    }
    this.#onStop(pause)
    return pause
  }

  #install(module: Module): void {
    const nodeFs = module.NODEFS ?? module.FS.filesystems?.NODEFS
    if (!nodeFs?.stream_ops || ENTRIES.some((entry) => module[entry] === undefined))
      throw new Error('The embedded database has changed internally: fsync could not be installed.')
    this.#module = module
    const syncStream = (stream: OpenStream) => {
      if (stream.nfd === undefined) syncDirectory(nodeFs.realPath(stream.node))
      else diskSync.file(stream.nfd)
      return 0
    }
    nodeFs.stream_ops.fsync = this.#guard(syncStream, () => true)
    const pathOf = (subject: unknown) => nodeFs.realPath((subject as Partial<OpenStream>).node ?? subject)
    const isLog = (subject: unknown) => LOG_FOLDER.test(pathOf(subject))
    for (const name of STREAM_WRITES) nodeFs.stream_ops[name] = this.#guard(nodeFs.stream_ops[name], isLog)
    for (const name of NODE_WRITES) nodeFs.node_ops[name] = this.#guard(nodeFs.node_ops[name], isLog)
    for (const ops of [nodeFs.stream_ops, nodeFs.node_ops]) {
      const changeAttributes = ops['setattr'] as (subject: unknown, changes: { readonly size?: number }) => unknown
      const truncate = this.#guard(changeAttributes, isLog)
      ops['setattr'] = (subject: unknown, changes: { readonly size?: number }) =>
        changes.size === undefined ? changeAttributes(subject, changes) : truncate(subject, changes)
    }
    for (const entry of ENTRIES) module[entry] = this.#guardEntry(module[entry])
  }

  /**
   * Wraps a file operation so that a rejected write stops the instance. `isLost` gets the operation's first argument, and returns whether
   * Postgres crashes if the disk is full during the operation.
   */
  #guard<Args extends readonly unknown[], T>(operation: ((...args: Args) => T) | undefined, isLost: (subject: Args[0]) => boolean) {
    if (operation === undefined) throw new Error('The embedded database has changed internally: its files could not be protected.')
    return (...args: Args): T => {
      if (this.#pause !== undefined) throw this.#pause
      try {
        return operation(...args)
      } catch (error) {
        const code = refusalOf(error, () => isLost(args[0]))
        throw code === undefined ? error : this.stop(Object.assign(new Error(`${code}: the disk rejected a write`), { code }))
      }
    }
  }

  #guardEntry(entryFunction: Operation | undefined): Operation {
    return (...args) => {
      try {
        return entryFunction?.(...args)
      } catch (error) {
        const crash = crashOf(error)
        throw crash === undefined ? error : this.stop(crash)
      }
    }
  }
}

/** The code of a refused write; undefined for all other errors. Calls `isLost` only for a full disk. */
function refusalOf(error: unknown, isLost: () => boolean): string | undefined {
  const { errno, code } = error as { readonly errno?: number; readonly code?: unknown }
  // A failed fsync has a text as its code, because the error comes from Node. Whatever the code is, data may be lost.
  if (typeof code === 'string') return code
  const fullDiskCode = FULL_DISK_CODES.get(errno ?? 0)
  return REFUSED_CODES.get(errno ?? 0) ?? (fullDiskCode !== undefined && isLost() ? fullDiskCode : undefined)
}

/** The error with which Postgres has ended itself: a PANIC aborts, a FATAL error exits. Undefined for other errors. */
function crashOf(error: unknown): Error | undefined {
  const { name, status } = error as { readonly name?: unknown; readonly status?: unknown }
  if (error instanceof Error && name === 'RuntimeError') return error
  return name === 'ExitStatus' && status !== LONG_JUMP ? new Error(`Postgres exited with ${String(status)}`) : undefined
}

/** Closes the files of an instance. Several streams may share a file handle. */
function closeStreams(module: Module): void {
  const handles = new Set(module.FS.streams.flatMap((stream) => stream?.nfd ?? []))
  for (const handle of handles) {
    try {
      fs.closeSync(handle)
    } catch {
      // The disk may also refuse to close a file. Nothing more is written to it, so the error does not matter.
    }
  }
  // Emscripten later closes every handle above 0. Another file may have the same handle by then, so all handles are set to 0.
  for (const stream of module.FS.streams) if (stream?.nfd !== undefined) stream.nfd = 0
}
