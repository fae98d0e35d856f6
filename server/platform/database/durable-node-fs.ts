import fs from 'node:fs'
import { NodeFS } from '@electric-sql/pglite/nodefs'

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

/** The fsync in use; tests count its calls. */
export const diskSync = { file: fs.fdatasyncSync, directory: fs.fsyncSync }

/**
 * The embedded database's file system never syncs, so that a power cut would lose acknowledged commits. This one passes every fsync to the disk.
 * It uses PGlite internals, so PGlite's version is pinned and a change fails at once.
 */
export class DurableNodeFs extends NodeFS {
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
