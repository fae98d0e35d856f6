import type { ZipSink } from './pack.ts'
import { ZIP_FOLDER } from '#shared/contract/zip-contract.ts'

const TYPE = 'application/zip'
/** A parcel that old was saved long ago, in ms. */
const LEFT_BEHIND_MS = 60 * 60 * 1000
/** Parts that are joined before the browser may put them on disk, in bytes. */
const HEAP_BYTES = 8 * 1024 * 1024

/** A private file of this site on disk; where the browser has none for us, the browser's own blobs. */
export async function openSink(name: string, nowMs: number): Promise<ZipSink> {
  try {
    return await openFile(name, nowMs)
  } catch (error) {
    console.warn('The parcel is kept in memory.', error)
    return collectParts()
  }
}

async function openFile(name: string, nowMs: number): Promise<ZipSink> {
  const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle(ZIP_FOLDER, { create: true })
  await sweep(folder, nowMs)
  const file = await folder.getFileHandle(name, { create: true })
  const access = await file.createSyncAccessHandle()
  let at = 0
  return {
    async write(part) {
      at += access.write(part, { at })
    },
    async finish() {
      access.flush()
      access.close()
      return file.getFile()
    },
    async drop() {
      access.close()
      await folder.removeEntry(name)
    },
  }
}

/** What an aborted or closed page has left. */
async function sweep(folder: FileSystemDirectoryHandle, nowMs: number): Promise<void> {
  for await (const [name, handle] of folder.entries()) {
    const isOld = handle.kind === 'file' && (await handle.getFile()).lastModified < nowMs - LEFT_BEHIND_MS
    if (isOld) await folder.removeEntry(name).catch(() => undefined)
  }
}

/** Joined parts are blobs, which a browser keeps on disk when they grow. */
export function collectParts(): ZipSink {
  const joined: Blob[] = []
  let parts: Uint8Array<ArrayBuffer>[] = []
  let bytes = 0
  const join = () => {
    joined.push(new Blob(parts))
    parts = []
    bytes = 0
  }
  return {
    async write(part) {
      parts.push(part as Uint8Array<ArrayBuffer>)
      bytes += part.byteLength
      if (bytes >= HEAP_BYTES) join()
    },
    async finish() {
      join()
      return new Blob(joined, { type: TYPE })
    },
    async drop() {
      joined.length = 0
    },
  }
}
