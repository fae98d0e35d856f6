import fs from 'node:fs/promises'

interface FileToWrite {
  readonly path: string
  readonly bytes: Uint8Array
}

/**
 * Writes all files under temporary names, then renames them. If a write fails or `signal` aborts before the renames, no file is created.
 */
export async function writeWhole(files: readonly FileToWrite[], signal: AbortSignal): Promise<void> {
  const partFiles = files.map((file) => ({ ...file, partPath: `${file.path}.${crypto.randomUUID()}.part` }))
  try {
    for (const { partPath, bytes } of partFiles) await fs.writeFile(partPath, bytes)
    signal.throwIfAborted()
    for (const { partPath, path } of partFiles) await fs.rename(partPath, path)
  } catch (error) {
    for (const { partPath } of partFiles) await fs.rm(partPath, { force: true })
    throw error
  }
}
