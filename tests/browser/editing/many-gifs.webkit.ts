import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { ratioPart } from '#shared/domain/editing-rules.ts'
import { FRAMES_PER_SECOND } from '#shared/domain/generation-options.ts'
import { neverAborted } from '#shared/never-aborted.ts'
import { mediaClient } from '#src/editing/media-client.ts'
import { readGif } from './read-gif.ts'
import { landscapeVideo, shownPictures } from './read-media.ts'

const GIFS = 100
const SIZE = { width: 1152, height: 720 }
const FRAMES = 24
const CUT_SIZE = { width: 720, height: 720 }
const SHOWN_SIZE = { width: 480, height: 480 }
/**
 * The allowed mean difference of the green of all pixels, 0 to 255. Dithering causes 2. The first and the last frame differ by more than 3.
 */
const MOST_DIFFERENCE = 3
const LIMIT_MS = 900_000
const PLAYED_FRAMES = 96
const AT_END_S = 0.05
const REPLAY_CHECK_MS = 100

let clip: Blob
let expectedPictures: readonly Uint8ClampedArray[]
const video = document.createElement('video')
const replayController = new AbortController()
let playCount = 0

const isAtEnd = () => video.currentTime >= PLAYED_FRAMES / FRAMES_PER_SECOND - AT_END_S

/**
 * WebKitGTK converts the frames of all threads in one pipeline, so a worker may get frames of a video on the page. The test plays such a
 * video. It loads the video again at its end, because WebKitGTK 2.50 may block the main thread forever when a looping video seeks to its
 * start, and may omit `ended`.
 */
beforeAll(async () => {
  clip = await landscapeVideo({ ...SIZE, frames: FRAMES, prompt: 'fast push in', seed: 1 })
  expectedPictures = await shownPictures(clip, CUT_SIZE, SHOWN_SIZE)
  const playedVideo = await landscapeVideo({ ...SIZE, frames: PLAYED_FRAMES, prompt: 'slow pan left, clouds', seed: 2 })
  const src = URL.createObjectURL(playedVideo)
  Object.assign(video, { src, muted: true, playsInline: true })
  const playAgainAtEnd = () => {
    if (!isAtEnd()) return
    playCount += 1
    video.src = src
    void video.play()
  }
  const replayTimer = setInterval(playAgainAtEnd, REPLAY_CHECK_MS)
  replayController.signal.addEventListener('abort', () => clearInterval(replayTimer))
  document.body.append(video)
  await video.play()
}, LIMIT_MS)

/** WebKitGTK 2.50 may also block when a playing video is removed, so this waits until the video has ended. */
afterAll(async () => {
  replayController.abort()
  await vi.waitUntil(isAtEnd, { timeout: LIMIT_MS })
  video.remove()
}, LIMIT_MS)

function differenceOf(one: Uint8ClampedArray, other: Uint8ClampedArray): number {
  let sum = 0
  for (let at = 1; at < one.length; at += 4) sum += Math.abs(one[at]! - other[at]!)
  return (sum * 4) / one.length
}

it(`${GIFS} GIFs, cut to 1:1 while the video plays, show the right pictures`, { timeout: LIMIT_MS }, async () => {
  expect(differenceOf(expectedPictures[0]!, expectedPictures.at(-1)!)).toBeGreaterThan(MOST_DIFFERENCE)
  const order = {
    clips: [clip],
    trim: { from: 0, to: FRAMES },
    crop: ratioPart(SIZE, '1:1'),
    loop: 'none',
    sound: { kind: 'none' },
    format: 'gif',
    stillFrame: 0,
  } as const
  let worstDifference = 0
  for (let gifIndex = 0; gifIndex < GIFS; gifIndex += 1) {
    const result = await mediaClient.make(neverAborted(), order, () => undefined)
    if (!result.ok) throw new Error(`GIF ${gifIndex + 1}: ${result.error.code} ${result.error.detail ?? ''}`)
    const { pictures } = await readGif(result.value.blob)
    expect(pictures).toHaveLength(FRAMES / 2)
    const differences = pictures.map((picture, index) => differenceOf(picture, expectedPictures[index * 2]!))
    expect(Math.max(...differences), `GIF ${gifIndex + 1}`).toBeLessThan(MOST_DIFFERENCE)
    worstDifference = Math.max(worstDifference, ...differences)
  }
  expect(playCount).toBeGreaterThan(GIFS / 10)
  console.info(`${GIFS} GIFs, the worst picture differs by ${worstDifference.toFixed(2)} of 255, while the video played ${playCount} times`)
})
