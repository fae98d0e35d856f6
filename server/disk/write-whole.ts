import fs from 'node:fs/promises'

interface FileToWrite {
  readonly path: string
  readonly bytes: Uint8Array
}

/** Writes files atomically; if one fails, none remains. */
export async function writeWhole(files: readonly FileToWrite[], signal: AbortSignal): Promise<void> {
  const parts = files.map((file) => ({ ...file, part: `${file.path}.${crypto.randomUUID()}.part` }))
  try {
    for (const { part, bytes } of parts) await fs.writeFile(part, bytes)
    signal.throwIfAborted()
    for (const { part, path } of parts) await fs.rename(part, path)
  } catch (error) {
    for (const { part } of parts) await fs.rm(part, { force: true })
    throw error
  }
}
