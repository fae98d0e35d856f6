import type { Size } from '#shared/motion/picture.ts'
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import sharp from 'sharp'

const POSTER_QUALITY = 85
const MAX_FRAME_BYTES = 64 * 1024 * 1024
const FRAME_TIMEOUT_MS = 20_000

const run = promisify(execFile)

/**
 * A JPEG to show until the video plays, as large as the video: a frame of it where there is an ffmpeg, else the picture that it begins with,
 * because Node decodes no video.
 */
export async function makePoster(videoPath: string, picturePath: string, size: Size, ffmpegPath: string | undefined): Promise<Uint8Array> {
  const frame = ffmpegPath === undefined ? undefined : await grabFrame(ffmpegPath, videoPath)
  const picture = frame === undefined ? sharp(picturePath).autoOrient() : sharp(frame)
  const fitted = picture.flatten({ background: 'white' }).resize(size.width, size.height, { fit: 'cover' })
  return fitted.jpeg({ quality: POSTER_QUALITY }).toBuffer()
}

async function grabFrame(ffmpegPath: string, videoPath: string): Promise<Buffer | undefined> {
  const frame = ['-v', 'error', '-i', videoPath, '-frames:v', '1', '-f', 'image2pipe', '-c:v', 'png', '-']
  const options = { encoding: 'buffer', maxBuffer: MAX_FRAME_BYTES, timeout: FRAME_TIMEOUT_MS, killSignal: 'SIGKILL' } as const
  const { stdout } = await run(ffmpegPath, frame, options).catch(() => ({ stdout: Buffer.alloc(0) }))
  return stdout.byteLength === 0 ? undefined : stdout
}
