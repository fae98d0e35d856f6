import { rename, rm, stat } from 'node:fs/promises'
import * as media from 'mediabunny'
import { type EncodedMusic, addMusic } from '#server/motion/render/encode-music.ts'
import { writeWhole } from '#server/disk/write-whole.ts'
import { type EngineRequest, type EngineResult, EngineFailure } from '#server/motion/engine.ts'
import { type VideoFacts, isFastStart, readVideo } from '#server/motion/read-video.ts'
import { makePoster } from '#server/motion/make-poster.ts'
import { UNUSABLE_TEXT } from './call-remote.ts'

interface StoreResultDeps {
  readonly downloadTo: (path: string) => Promise<void>
  /** Returns the music for a silent video that requires it, else null. */
  readonly musicFor: (video: VideoFacts) => Promise<EncodedMusic | null>
  readonly ffmpegPath: string | undefined
  readonly signal: AbortSignal
}

/** Stores a provider's file: checks it, adds music and moves its index to the front. Video and poster are written atomically. */
export async function storeResult(
  request: EngineRequest,
  { downloadTo, musicFor, ffmpegPath, signal }: StoreResultDeps,
): Promise<EngineResult> {
  const { videoPath, posterPath, imagePaths } = request
  const downloadPath = `${videoPath}.${crypto.randomUUID()}.part`
  const remuxedPath = `${videoPath}.${crypto.randomUUID()}.part`
  try {
    await downloadTo(downloadPath)
    const video = await readVideo(downloadPath)
    if (video === undefined) throw new EngineFailure(UNUSABLE_TEXT, { cause: new Error('no video that browsers play') })
    const music = await musicFor(video)
    const isReady = music === null && (await isFastStart(downloadPath))
    if (!isReady) await remux(downloadPath, remuxedPath, music)
    const resultPath = isReady ? downloadPath : remuxedPath
    const poster = await makePoster(resultPath, imagePaths[0] ?? '', video.size, ffmpegPath)
    const { size: bytes } = await stat(resultPath)
    await writeWhole([{ path: posterPath, bytes: poster }], signal)
    await rename(resultPath, videoPath)
    return { ...video.size, bytes }
  } catch (error) {
    await Promise.all([videoPath, posterPath].map((path) => rm(path, { force: true })))
    throw error
  } finally {
    await Promise.all([downloadPath, remuxedPath].map((path) => rm(path, { force: true })))
  }
}

type CopyTrack = () => Promise<void>

/** Copies the frames to a file with the index first, with the original sound or with music instead. */
export async function remux(sourcePath: string, targetPath: string, music: EncodedMusic | null): Promise<void> {
  const input = new media.Input({ formats: [media.MP4], source: new media.FilePathSource(sourcePath) })
  try {
    const videoTrack = await input.getPrimaryVideoTrack()
    const soundTrack = music === null ? await input.getPrimaryAudioTrack() : null
    const output = new media.Output({
      format: new media.Mp4OutputFormat({ fastStart: 'in-memory' }),
      target: new media.FilePathTarget(targetPath),
    })
    const copyFrames = addVideo(output, videoTrack)
    const copySound = music === null ? addAudio(output, soundTrack) : addComposedMusic(output, music)
    await output.start()
    await Promise.all([copyFrames(), copySound()]).catch(async (error: unknown) => {
      // The output does not close its file until it is cancelled.
      await output.cancel()
      throw error
    })
    await output.finalize()
  } finally {
    input.dispose()
  }
}

function addComposedMusic(output: media.Output, music: EncodedMusic): CopyTrack {
  const source = new media.EncodedAudioPacketSource('aac')
  output.addAudioTrack(source)
  return async () => {
    await addMusic(source, music)
    source.close()
  }
}

function addVideo(output: media.Output, track: media.InputVideoTrack | null): CopyTrack {
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

function addAudio(output: media.Output, track: media.InputAudioTrack | null): CopyTrack {
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
