import { afterAll, beforeAll, expect, it } from 'vitest'
import { ratioPart } from '#shared/domain/editing-rules.ts'
import { mediaClient } from '#src/editing/media-client.ts'
import { readGif } from './read-gif.ts'
import { landscapeVideo, shownPictures } from './read-media.ts'

const GIFS = 100
const SIZE = { width: 1152, height: 720 }
const FRAMES = 24
const CUT = { width: 720, height: 720 }
const SHOWN = { width: 480, height: 480 }
/** The mean difference of the green of all pixels, from 0 to 255: dithering takes four, the first and the last frame differ by more. */
const MOST_DIFFERENCE = 6
const LIMIT_MS = 900_000

let clip: Blob
let expected: readonly Uint8ClampedArray[]
const video = document.createElement('video')

/** WebKitGTK converts the frames of all threads in one pipeline: a video that plays on the page is what a worker's frames can be mixed up with. */
beforeAll(async () => {
  clip = await landscapeVideo({ ...SIZE, frames: FRAMES, prompt: 'fast push in', seed: 1 })
  expected = await shownPictures(clip, CUT, SHOWN)
  Object.assign(video, { src: URL.createObjectURL(clip), muted: true, loop: true, playsInline: true })
  document.body.append(video)
  await video.play()
}, LIMIT_MS)

afterAll(() => video.remove())

function differenceOf(one: Uint8ClampedArray, other: Uint8ClampedArray): number {
  let sum = 0
  for (let at = 1; at < one.length; at += 4) sum += Math.abs(one[at]! - other[at]!)
  return (sum * 4) / one.length
}

it(`${GIFS} GIFs, cut to 1:1 while the video plays, show the right pictures`, { timeout: LIMIT_MS }, async () => {
  expect(differenceOf(expected[0]!, expected.at(-1)!)).toBeGreaterThan(MOST_DIFFERENCE)
  const order = {
    clips: [clip],
    trim: { from: 0, to: FRAMES },
    crop: ratioPart(SIZE, '1:1'),
    loop: 'none',
    sound: { kind: 'none' },
    format: 'gif',
    stillFrame: 0,
  } as const
  let worst = 0
  for (let done = 0; done < GIFS; done += 1) {
    const made = await mediaClient.make(new AbortController().signal, order, () => undefined)
    if (!made.ok) throw new Error(`GIF ${done + 1}: ${made.error.code} ${made.error.detail ?? ''}`)
    const { pictures } = await readGif(made.value.blob)
    expect(pictures).toHaveLength(FRAMES / 2)
    const differences = pictures.map((picture, index) => differenceOf(picture, expected[index * 2]!))
    expect(Math.max(...differences), `GIF ${done + 1}`).toBeLessThan(MOST_DIFFERENCE)
    worst = Math.max(worst, ...differences)
  }
  expect(video.paused).toBe(false)
  console.info(`${GIFS} GIFs, the worst picture differs by ${worst.toFixed(2)} of 255`)
})
