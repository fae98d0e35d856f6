import type { Logger } from 'pino'
import fs from 'node:fs'

const OWNER_ALONE = 0o700
const NOT_FOR_OTHERS = 0o077

/**
 * Makes the folder of database and media, and closes it to the other users of this computer, with everything that is written from now
 * on: the embedded database asks for files that everybody may change.
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
