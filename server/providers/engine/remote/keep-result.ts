import type { EngineRequest, EngineResult } from '#server/providers/engine/engine.ts'
import type { EncodedMusic } from '#server/render/encode-music.ts'
import type { VideoFacts } from './read-video.ts'
import { randomUUID } from 'node:crypto'
import { rename, rm, stat } from 'node:fs/promises'
import { EngineFailure } from '#server/providers/engine/engine.ts'
import { writeWhole } from '#server/render/write-whole.ts'
import { makePoster } from './make-poster.ts'
import { isFastStart, readVideo } from './read-video.ts'
import { UNUSABLE_TEXT } from './remote-texts.ts'
import { remux } from './remux.ts'

export interface Keeping {
  /** Brings the provider's file to a place on the disk. */
  readonly fetchTo: (path: string) => Promise<void>
  /** Music for a video that should have some and came without; null for none. */
  readonly musicFor: (video: VideoFacts) => Promise<EncodedMusic | null>
  readonly ffmpegPath: string | undefined
  readonly signal: AbortSignal
}

/** Takes a provider's file in: its content is checked, music added, its index moved to the front; video and poster stand whole or not at all. */
export async function keepResult(request: EngineRequest, { fetchTo, musicFor, ffmpegPath, signal }: Keeping): Promise<EngineResult> {
  const { videoPath, posterPath, imagePaths } = request
  const arrived = `${videoPath}.${randomUUID()}.part`
  const remade = `${videoPath}.${randomUUID()}.part`
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
