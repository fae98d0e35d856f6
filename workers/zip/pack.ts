import type { ZipAnswer, ZipEntry, ZipOrder, ZipProgress } from '#shared/contract/zip-contract.ts'
import { makeZip } from 'client-zip'

/** The target of a ZIP file, which is written from the first byte to the last. */
export interface ZipSink {
  write(part: Uint8Array): Promise<void>
  finish(): Promise<Blob>
  drop(): Promise<void>
}

export interface PackDeps {
  /** The bytes of an address; null if unavailable. */
  readonly fetchBytes: (url: string) => Promise<Blob | null>
  readonly openSink: () => Promise<ZipSink>
  readonly onProgress: (progress: ZipProgress) => void
}

/** Packs videos one by one, so that only one is in memory. If some are unavailable, a text file in the ZIP file lists them. */
export async function pack({ entries, note }: ZipOrder, { fetchBytes, openSink, onProgress }: PackDeps): Promise<ZipAnswer> {
  const missingNames: string[] = []
  let bytes = 0
  const reportProgress = (done: number) => onProgress({ done, total: entries.length, bytes })

  async function* inputs() {
    for (const [index, entry] of entries.entries()) {
      reportProgress(index)
      const video = await fetchFirst(entry, fetchBytes)
      if (video === null) missingNames.push(entry.name)
      else yield { name: entry.name, input: video, size: video.size }
      bytes += video?.size ?? 0
    }
    if (missingNames.length > 0) yield { name: note.name, input: `${[note.heading, '', ...missingNames].join('\r\n')}\r\n` }
  }

  const sink = await openSink()
  try {
    const reader = makeZip(inputs(), { buffersAreUTF8: true }).getReader()
    for (let part = await reader.read(); !part.done; part = await reader.read()) await sink.write(part.value)
  } catch (error) {
    await sink.drop()
    if (isStorageFull(error)) return { status: 'full' }
    throw error
  }
  reportProgress(entries.length)
  if (missingNames.length < entries.length) return { status: 'packed', file: await sink.finish(), missing: missingNames }
  await sink.drop()
  return { status: 'empty' }
}

async function fetchFirst({ urls }: ZipEntry, fetchBytes: PackDeps['fetchBytes']): Promise<Blob | null> {
  for (const url of urls) {
    const file = await fetchBytes(url)
    if (file !== null && file.size > 0) return file
  }
  return null
}

function isStorageFull(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'QuotaExceededError'
}
