import fs from 'node:fs'
import path from 'node:path'
import { diskSync, syncDirectory } from './durable-node-fs.ts'

/**
 * Guards the first start: until everything of a new cluster is on the disk, a mark stands beside it, and a cluster found
 * with its mark was cut off half-way. Nobody can have used it, so it is made again.
 */
export interface NewCluster {
  /** Call when the cluster is complete. */
  finish(): void
}

/** Removes a half-made cluster and marks a new one; undefined when there is a complete one. */
export function beginCluster(directory: string): NewCluster | undefined {
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
