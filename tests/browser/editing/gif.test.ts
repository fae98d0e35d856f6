import { beforeAll, describe, expect, it } from 'vitest'
import type { AnimationOrder } from '#shared/contract/media-contract.ts'
import { ratioPart } from '#shared/domain/editing-rules.ts'
import { neverAborted } from '#shared/never-aborted.ts'
import { mediaClient } from '#src/editing/media-client.ts'
import { measureBands } from '../../fixtures/band-measures.ts'
import { readGif } from './read-gif.ts'
import { landscapeVideo, markedVideo, shownPictures } from './read-media.ts'

const SIZE = { width: 1152, height: 720 }
const FRAMES = 48
const LEAST_PSNR_DB = 40
const MOST_FALSE_EDGES = 0.012
const MOST_ESTIMATE_ERROR = 0.25
const unabortedSignal = neverAborted()

let skyVideo: Blob

beforeAll(async () => {
  skyVideo = await landscapeVideo({ ...SIZE, frames: FRAMES, prompt: 'slow pan left, clouds', seed: 2 })
}, 120_000)

function makeOrder(changes: Partial<AnimationOrder> = {}): AnimationOrder {
  return {
    clips: [skyVideo],
    trim: { from: 0, to: FRAMES },
    crop: ratioPart(SIZE, 'own'),
    loop: 'none',
    sound: { kind: 'none' },
    format: 'gif',
    stillFrame: 0,
    ...changes,
  }
}

async function makeAnimation(changes: Partial<AnimationOrder> = {}): Promise<Blob> {
  const result = await mediaClient.make(unabortedSignal, makeOrder(changes), () => undefined)
  if (!result.ok) throw new Error(`${result.error.code}: ${result.error.detail ?? ''}`)
  return result.value.blob
}

describe('a GIF', () => {
  it('shows a smooth sky without bands', async () => {
    const gif = await readGif(await makeAnimation())
    const size = { width: 480, height: 300 }
    expect([gif.width, gif.height, gif.pictures.length, gif.isEndless]).toEqual([480, 300, 24, true])
    expect(gif.ownTables).toBe(0)
    const sources = await shownPictures(skyVideo, SIZE, size)
    const measures = [0, 8, 16, 23].map((index) => measureBands(sources[index * 2]!, gif.pictures[index]!, size))
    for (const { psnr } of measures) expect(psnr).toBeGreaterThanOrEqual(LEAST_PSNR_DB)
    const smoothPixels = measures.reduce((sum, each) => sum + each.smoothPixels, 0)
    const falseEdges = measures.reduce((sum, each) => sum + each.falseEdges, 0)
    console.info(
      `GIF: ${measures.map(({ psnr }) => psnr.toFixed(1)).join(', ')} dB, ${((100 * falseEdges) / smoothPixels).toFixed(2)} % false edges`,
    )
    expect(smoothPixels).toBeGreaterThan(100_000)
    expect(falseEdges / smoothPixels).toBeLessThanOrEqual(MOST_FALSE_EDGES)
  })

  it('has colours of its own for each scene', async () => {
    const markedClip = await markedVideo({ ...SIZE, frames: 12, hasSound: false })
    const gif = await readGif(await makeAnimation({ clips: [skyVideo, markedClip], trim: { from: 0, to: 12 } }))
    expect(gif.pictures).toHaveLength(12)
    // The second scene has six frames with a colour table of their own; the first scene uses the global table.
    expect(gif.ownTables).toBe(6)
    const countColours = (picture: Uint8ClampedArray) => new Set(new Uint32Array(picture.slice().buffer)).size
    expect(countColours(gif.pictures[0]!)).toBeGreaterThan(200)
    expect(countColours(gif.pictures[0]!)).toBeLessThanOrEqual(255)
  })

  it('changes hardly a pixel of a static video, and reports the progress of the whole work', async () => {
    const stillVideo = await markedVideo({ ...SIZE, frames: 48, hasSound: false, step: 0 })
    const shares: number[] = []
    const result = await mediaClient.make(unabortedSignal, makeOrder({ clips: [stillVideo] }), (share) => shares.push(share))
    if (!result.ok) throw new Error(result.error.code)
    const { pictures } = await readGif(result.value.blob)
    const pixelWords = pictures.map((picture) => new Uint32Array(picture.buffer))
    const changedPixels = pixelWords.map(
      (picture, index) => picture.filter((word, at) => word !== pixelWords[Math.max(0, index - 1)]![at]).length,
    )
    for (const pixels of changedPixels) expect(pixels / pixelWords[0]!.length).toBeLessThan(0.005)
    expect(result.value.blob.size).toBeLessThan(100_000)
    expect(shares.at(-1)).toBe(1)
    expect(shares).toEqual(shares.toSorted((a, b) => a - b))
    expect(new Set(shares).size).toBeGreaterThan(40)
  })
})

describe('an estimate of the file size', () => {
  it.each([
    ['a moving video', {}],
    ['a part in another ratio', { crop: ratioPart(SIZE, '1:1'), trim: { from: 6, to: 40 } }],
    ['a loop', { loop: 'thereAndBack' }],
    ['joined videos', { joined: true }],
  ] as const)('is near the size of a GIF of %s', async (_, { joined, ...changes }: Partial<AnimationOrder> & { joined?: boolean }) => {
    const requestedOrder = makeOrder({ ...changes, ...(joined && { clips: [skyVideo, skyVideo] }) })
    const estimate = await mediaClient.estimate(unabortedSignal, requestedOrder)
    const { size } = await makeAnimation(requestedOrder)
    console.info(`estimate: ${String(estimate.ok && estimate.value)} of ${size} bytes`)
    expect(estimate.ok && Math.abs(estimate.value / size - 1)).toBeLessThan(MOST_ESTIMATE_ERROR)
  })

  it('is near the size of a WebP, where the browser writes them', async () => {
    const formats = await mediaClient.formats(unabortedSignal)
    const estimate = await mediaClient.estimate(unabortedSignal, makeOrder({ format: 'webp' }))
    if (formats.ok && formats.value.includes('webp')) {
      const { size } = await makeAnimation({ format: 'webp' })
      expect(estimate.ok && Math.abs(estimate.value / size - 1)).toBeLessThan(MOST_ESTIMATE_ERROR)
    } else {
      expect(estimate).toMatchObject({ ok: false, error: { code: 'media_failed' } })
    }
  })

  it('is refused for a file that is no video, and for a result that is too long', async () => {
    const refusalCode = async (changes: Partial<AnimationOrder>) => {
      const answer = await mediaClient.estimate(unabortedSignal, makeOrder(changes))
      return answer.ok ? null : answer.error.code
    }
    expect(await refusalCode({ clips: [new Blob(['no video'])] })).toBe('media_unreadable')
    expect(await refusalCode({ clips: Array.from({ length: 61 }, () => skyVideo) })).toBe('media_too_long')
  })
})
