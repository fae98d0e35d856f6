import sharp from 'sharp'
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Size } from '#motion/pixels.ts'

const POSTER_QUALITY = 85
const MAX_FRAME_BYTES = 64 * 1024 * 1024
const FRAME_TIMEOUT_MS = 20_000

const runFile = promisify(execFile)

/**
 * A JPEG poster in the video's size: the first frame of the video if a configured ffmpeg can decode it, else the source picture, because
 * Node cannot decode video.
 */
export async function makePoster(videoPath: string, picturePath: string, size: Size, ffmpegPath: string | undefined): Promise<Uint8Array> {
  const frame = ffmpegPath === undefined ? undefined : await grabFrame(ffmpegPath, videoPath)
  const picture = frame === undefined ? sharp(picturePath).autoOrient() : sharp(frame)
  const resizedPicture = picture.flatten({ background: 'white' }).resize(size.width, size.height, { fit: 'cover' })
  return resizedPicture.jpeg({ quality: POSTER_QUALITY }).toBuffer()
}

async function grabFrame(ffmpegPath: string, videoPath: string): Promise<Buffer | undefined> {
  const frameArguments = ['-v', 'error', '-i', videoPath, '-frames:v', '1', '-f', 'image2pipe', '-c:v', 'png', '-']
  const options = { encoding: 'buffer', maxBuffer: MAX_FRAME_BYTES, timeout: FRAME_TIMEOUT_MS, killSignal: 'SIGKILL' } as const
  const { stdout } = await runFile(ffmpegPath, frameArguments, options).catch(() => ({ stdout: Buffer.alloc(0) }))
  return stdout.byteLength === 0 ? undefined : stdout
}
