import { expose } from 'comlink'
import type { ProgressMessage } from '#shared/contract/progress-message.ts'
import { type ZipApi, type ZipProgress, ZIP_FOLDER } from '#shared/contract/zip-contract.ts'
import { type ZipSink, pack } from './pack.ts'

expose({
  pack: (order) =>
    pack(order, {
      fetchBytes,
      openSink: () => openSink(order.draftName, Date.now()),
      onProgress: (progress) => postMessage({ progress } satisfies ProgressMessage<ZipProgress>),
    }),
} satisfies ZipApi)

/** The bytes of a video; null if unavailable. Captive portals answer with a page instead of the video. */
async function fetchBytes(url: string): Promise<Blob | null> {
  try {
    const response = await fetch(url)
    const isPage = response.headers.get('content-type')?.startsWith('text/') === true
    return response.ok && !isPage ? await response.blob() : null
  } catch {
    return null
  }
}

const ZIP_TYPE = 'application/zip'
/** ZIP files older than this are deleted, in ms. By then, the page has saved them. */
const ZIP_RETENTION_MS = 60 * 60 * 1000
/** Parts of this total size are joined to one blob, in bytes. Browsers may move a blob of this size to disk. */
const MAX_HEAP_BYTES = 8 * 1024 * 1024

/** Opens a ZIP file in the origin private file system. If the browser has none, the file is collected in memory. */
export async function openSink(name: string, nowMs: number): Promise<ZipSink> {
  try {
    return await openFile(name, nowMs)
  } catch (error) {
    console.warn('The zip file is held in memory.', error)
    return collectParts()
  }
}

async function openFile(name: string, nowMs: number): Promise<ZipSink> {
  const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle(ZIP_FOLDER, { create: true })
  await deleteOldFiles(folder, nowMs)
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

async function deleteOldFiles(folder: FileSystemDirectoryHandle, nowMs: number): Promise<void> {
  for await (const [name, handle] of folder.entries()) {
    const isOld = handle.kind === 'file' && (await handle.getFile()).lastModified < nowMs - ZIP_RETENTION_MS
    if (isOld) await folder.removeEntry(name).catch(() => undefined)
  }
}

/** A ZIP file in memory. Parts are joined to blobs, because browsers move large blobs to disk. */
export function collectParts(): ZipSink {
  const joinedBlobs: Blob[] = []
  let parts: Uint8Array<ArrayBuffer>[] = []
  let bytes = 0
  const joinParts = () => {
    joinedBlobs.push(new Blob(parts))
    parts = []
    bytes = 0
  }
  return {
    async write(part) {
      parts.push(part as Uint8Array<ArrayBuffer>)
      bytes += part.byteLength
      if (bytes >= MAX_HEAP_BYTES) joinParts()
    },
    async finish() {
      joinParts()
      return new Blob(joinedBlobs, { type: ZIP_TYPE })
    },
    async drop() {
      joinedBlobs.length = 0
    },
  }
}
