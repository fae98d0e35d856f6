import { access, constants } from 'node:fs/promises'
import path from 'node:path'
import { DEFAULT_RESOLUTION, MAX_VIDEO_BITS_PER_SECOND } from '#shared/domain/generation-options.ts'
import { neverAborted } from '#shared/never-aborted.ts'
import { createFfmpegEncoder } from './ffmpeg-encoder.ts'

const TEST_FRAME = { width: 64, height: 64 }
const GREY = 128
const LIMIT_MS = 20_000

/** Encodes one small frame; throws one sentence about `FFMPEG_PATH` if that fails. */
export async function checkFfmpeg(ffmpegPath: string): Promise<void> {
  const encoder = createFfmpegEncoder({
    ffmpegPath,
    frame: TEST_FRAME,
    maxBitsPerSecond: MAX_VIDEO_BITS_PER_SECOND[DEFAULT_RESOLUTION],
    limitMs: LIMIT_MS,
    signal: neverAborted(),
  })
  try {
    await encoder.add(new Uint8Array((TEST_FRAME.width * TEST_FRAME.height * 3) / 2).fill(GREY))
    await encoder.finish()
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new Error(`FFMPEG_PATH: ${ffmpegPath} can't encode H.264. Use an ffmpeg with libx264, or remove FFMPEG_PATH. (${reason})`, {
      cause,
    })
  } finally {
    await encoder.close()
  }
}

interface FfmpegSearch {
  /** The folders to search, in the format of the variable PATH. */
  readonly searchPath: string | undefined
  /** Rejects if the ffmpeg cannot encode. */
  readonly check: (ffmpegPath: string) => Promise<void>
  readonly onUnusable: (error: unknown) => void
}

const FFMPEG_NAME = process.platform === 'win32' ? 'ffmpeg.exe' : 'ffmpeg'

/** Finds the first ffmpeg in the folders of `searchPath`. Undefined if there is none, or if it cannot encode. */
export async function findFfmpeg({ searchPath = '', check, onUnusable }: FfmpegSearch): Promise<string | undefined> {
  const folders = searchPath.split(path.delimiter).filter((folder) => path.isAbsolute(folder))
  for (const folder of folders) {
    const ffmpegPath = path.join(folder, FFMPEG_NAME)
    const isExecutable = await access(ffmpegPath, constants.X_OK).then(
      () => true,
      () => false,
    )
    if (!isExecutable) continue
    return check(ffmpegPath).then(
      () => ffmpegPath,
      (error: unknown) => {
        onUnusable(error)
        return undefined
      },
    )
  }
  return undefined
}
