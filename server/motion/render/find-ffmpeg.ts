import { access, constants } from 'node:fs/promises'
import path from 'node:path'

interface FfmpegSearch {
  /** Folders as in the variable PATH. */
  readonly searchPath: string | undefined
  /** Rejects where an ffmpeg does not encode. */
  readonly check: (ffmpegPath: string) => Promise<void>
  readonly onUnusable: (error: unknown) => void
}

const PROGRAM = process.platform === 'win32' ? 'ffmpeg.exe' : 'ffmpeg'

/** The first ffmpeg in those folders, if it encodes; undefined where there is none. */
export async function findFfmpeg({ searchPath = '', check, onUnusable }: FfmpegSearch): Promise<string | undefined> {
  const folders = searchPath.split(path.delimiter).filter((folder) => path.isAbsolute(folder))
  for (const folder of folders) {
    const found = path.join(folder, PROGRAM)
    const isThere = await access(found, constants.X_OK).then(
      () => true,
      () => false,
    )
    if (!isThere) continue
    return check(found).then(
      () => found,
      (error: unknown) => {
        onUnusable(error)
        return undefined
      },
    )
  }
  return undefined
}
