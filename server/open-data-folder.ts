import type { Logger } from 'pino'
import fs from 'node:fs'

const OWNER_ALONE = 0o700
const NOT_FOR_OTHERS = 0o077

/**
 * Creates the folder of database and media, and makes it and all later files private to this user: the embedded database requests
 * world-writable files.
 */
export function openDataFolder(folder: string, log: Pick<Logger, 'warn'>): void {
  process.umask(NOT_FOR_OTHERS)
  fs.mkdirSync(folder, { recursive: true })
  try {
    fs.chmodSync(folder, OWNER_ALONE)
  } catch (error) {
    log.warn({ err: error }, 'DATA_DIR belongs to somebody else: other users of this computer may read it')
  }
}
