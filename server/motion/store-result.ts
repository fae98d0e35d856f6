import sharp from 'sharp'
import { rename, rm, stat } from 'node:fs/promises'
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import * as media from 'mediabunny'
import { type EncodedMusic, addMusic } from '#server/motion/render/encode-music.ts'
import { writeWhole } from '#server/media-store/disk.ts'
import type { Size } from '#motion/pixels.ts'
import { type EngineRequest, type EngineResult, EngineFailure } from './engine.ts'
import { type VideoFacts, isFastStart, readVideo } from './read-video.ts'
import { UNUSABLE_TEXT } from './engines/remote/call-remote.ts'

interface Keeping {
  /** Downloads the provider's file to a path. */
  readonly fetchTo: (path: string) => Promise<void>
  /** Music for a video that should have some but has no sound; null for none. */
  readonly musicFor: (video: VideoFacts) => Promise<EncodedMusic | null>
  readonly ffmpegPath: string | undefined
  readonly signal: AbortSignal
}

/** Stores a provider's file: checks it, adds music, moves its index to the front; video and poster are written atomically. */
export async function storeResult(request: EngineRequest, { fetchTo, musicFor, ffmpegPath, signal }: Keeping): Promise<EngineResult> {
  const { videoPath, posterPath, imagePaths } = request
  const arrived = `${videoPath}.${crypto.randomUUID()}.part`
  const remade = `${videoPath}.${crypto.randomUUID()}.part`
  try {
    await fetchTo(arrived)
    const video = await readVideo(arrived)
    if (video === undefined) throw new EngineFailure(UNUSABLE_TEXT, { cause: new Error('no video that browsers play') })
    const music = await musicFor(video)
    const isReady = music === null && (await isFastStart(arrived))
    if (!isReady) await remux(arrived, remade, music)
    const whole = isReady ? arrived : remade
    const poster = await makePoster(whole, imagePaths[0] ?? '', video.size, ffmpegPath)
    const { size: bytes } = await stat(whole)
    await writeWhole([{ path: posterPath, bytes: poster }], signal)
    await rename(whole, videoPath)
    return { ...video.size, bytes }
  } catch (error) {
    await Promise.all([videoPath, posterPath].map((path) => rm(path, { force: true })))
    throw error
  } finally {
    await Promise.all([arrived, remade].map((path) => rm(path, { force: true })))
  }
}

const POSTER_QUALITY = 85
const MAX_FRAME_BYTES = 64 * 1024 * 1024
const FRAME_TIMEOUT_MS = 20_000

const run = promisify(execFile)

/**
 * A JPEG poster in the video's size: a frame of the video where ffmpeg is configured, else the source picture, because Node cannot decode
 * video.
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

type Copy = () => Promise<void>

/** Copies the frames into a file with the index first, with its own sound or with music instead. */
export async function remux(from: string, to: string, music: EncodedMusic | null): Promise<void> {
  const input = new media.Input({ formats: [media.MP4], source: new media.FilePathSource(from) })
  try {
    const picture = await input.getPrimaryVideoTrack()
    const own = music === null ? await input.getPrimaryAudioTrack() : null
    const output = new media.Output({ format: new media.Mp4OutputFormat({ fastStart: 'in-memory' }), target: new media.FilePathTarget(to) })
    const frames = addVideo(output, picture)
    const sound = music === null ? addAudio(output, own) : addComposed(output, music)
    await output.start()
    await Promise.all([frames(), sound()]).catch(async (error: unknown) => {
      // The target keeps its file open until cancelled.
      await output.cancel()
      throw error
    })
    await output.finalize()
  } finally {
    input.dispose()
  }
}

function addComposed(output: media.Output, music: EncodedMusic): Copy {
  const source = new media.EncodedAudioPacketSource('aac')
  output.addAudioTrack(source)
  return async () => {
    await addMusic(source, music)
    source.close()
  }
}

function addVideo(output: media.Output, track: media.InputVideoTrack | null): Copy {
  if (track === null || track.codec === null) return async () => undefined
  const source = new media.EncodedVideoPacketSource(track.codec)
  output.addVideoTrack(source, { rotation: track.rotation })
  return async () => {
    const decoderConfig = (await track.getDecoderConfig()) ?? undefined
    const meta = decoderConfig === undefined ? undefined : { decoderConfig }
    for await (const packet of new media.EncodedPacketSink(track).packets()) await source.add(packet, meta)
    source.close()
  }
}

function addAudio(output: media.Output, track: media.InputAudioTrack | null): Copy {
  if (track === null || track.codec === null) return async () => undefined
  const source = new media.EncodedAudioPacketSource(track.codec)
  output.addAudioTrack(source)
  return async () => {
    const decoderConfig = (await track.getDecoderConfig()) ?? undefined
    const meta = decoderConfig === undefined ? undefined : { decoderConfig }
    for await (const packet of new media.EncodedPacketSink(track).packets()) await source.add(packet, meta)
    source.close()
  }
}
