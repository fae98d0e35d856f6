import type { EngineRequest, EngineResult } from '#server/providers/engine/engine.ts'
import { randomUUID } from 'node:crypto'
import { rename, rm, stat } from 'node:fs/promises'
import { EngineFailure } from '#server/providers/engine/engine.ts'
import { writeWhole } from '#server/render/write-whole.ts'
import { makePoster } from './make-poster.ts'
import { isFastStart, readVideo } from './read-video.ts'
import { remuxFastStart } from './remux-fast-start.ts'
import { UNUSABLE_TEXT } from './remote-texts.ts'

/** Takes a provider's file in: `fetchTo` brings it, its content is checked, its index moved to the front, and both files stand whole or not at all. */
export async function keepResult(
  request: EngineRequest,
  fetchTo: (path: string) => Promise<void>,
  ffmpegPath: string | undefined,
  signal: AbortSignal,
): Promise<EngineResult> {
  const { videoPath, posterPath, imagePaths } = request
  const arrived = `${videoPath}.${randomUUID()}.part`
  const indexed = `${videoPath}.${randomUUID()}.part`
  try {
    await fetchTo(arrived)
    const size = await readVideo(arrived)
    if (size === undefined) throw new EngineFailure(UNUSABLE_TEXT, { cause: new Error('no video that browsers play') })
    const isReady = await isFastStart(arrived)
    if (!isReady) await remuxFastStart(arrived, indexed)
    const whole = isReady ? arrived : indexed
    const poster = await makePoster(whole, imagePaths[0] ?? '', size, ffmpegPath)
    const { size: bytes } = await stat(whole)
    await writeWhole([{ path: posterPath, bytes: poster }], signal)
    await rename(whole, videoPath)
    return { ...size, bytes }
  } catch (error) {
    await Promise.all([videoPath, posterPath].map((path) => rm(path, { force: true })))
    throw error
  } finally {
    await Promise.all([arrived, indexed].map((path) => rm(path, { force: true })))
  }
}
