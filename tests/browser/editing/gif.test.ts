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
const unstopped = neverAborted()

let sky: Blob

beforeAll(async () => {
  sky = await landscapeVideo({ ...SIZE, frames: FRAMES, prompt: 'slow pan left, clouds', seed: 2 })
}, 120_000)

function order(rest: Partial<AnimationOrder> = {}): AnimationOrder {
  return {
    clips: [sky],
    trim: { from: 0, to: FRAMES },
    crop: ratioPart(SIZE, 'own'),
    loop: 'none',
    sound: { kind: 'none' },
    format: 'gif',
    stillFrame: 0,
    ...rest,
  }
}

async function make(rest: Partial<AnimationOrder> = {}): Promise<Blob> {
  const made = await mediaClient.make(unstopped, order(rest), () => undefined)
  if (!made.ok) throw new Error(`${made.error.code}: ${made.error.detail ?? ''}`)
  return made.value.blob
}

describe('a GIF', () => {
  it('shows a smooth sky without bands', async () => {
    const gif = await readGif(await make())
    const size = { width: 480, height: 300 }
    expect([gif.width, gif.height, gif.pictures.length, gif.isEndless]).toEqual([480, 300, 24, true])
    expect(gif.ownTables).toBe(0)
    const sources = await shownPictures(sky, SIZE, size)
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
    const marked = await markedVideo({ ...SIZE, frames: 12, hasSound: false })
    const gif = await readGif(await make({ clips: [sky, marked], trim: { from: 0, to: 12 } }))
    expect(gif.pictures).toHaveLength(12)
    // The second scene has six frames with a colour table of their own; the first scene uses the global table.
    expect(gif.ownTables).toBe(6)
    const coloursOf = (picture: Uint8ClampedArray) => new Set(new Uint32Array(picture.slice().buffer)).size
    expect(coloursOf(gif.pictures[0]!)).toBeGreaterThan(200)
    expect(coloursOf(gif.pictures[0]!)).toBeLessThanOrEqual(255)
  })

  it('changes hardly a pixel of a static video, and reports the progress of the whole work', async () => {
    const still = await markedVideo({ ...SIZE, frames: 48, hasSound: false, step: 0 })
    const shares: number[] = []
    const made = await mediaClient.make(unstopped, order({ clips: [still] }), (share) => shares.push(share))
    if (!made.ok) throw new Error(made.error.code)
    const { pictures } = await readGif(made.value.blob)
    const words = pictures.map((picture) => new Uint32Array(picture.buffer))
    const changed = words.map((picture, index) => picture.filter((word, at) => word !== words[Math.max(0, index - 1)]![at]).length)
    for (const pixels of changed) expect(pixels / words[0]!.length).toBeLessThan(0.005)
    expect(made.value.blob.size).toBeLessThan(100_000)
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
  ] as const)('is near the size of a GIF of %s', async (_, { joined, ...rest }: Partial<AnimationOrder> & { joined?: boolean }) => {
    const wanted = order({ ...rest, ...(joined && { clips: [sky, sky] }) })
    const estimate = await mediaClient.estimate(unstopped, wanted)
    const { size } = await make(wanted)
    console.info(`estimate: ${String(estimate.ok && estimate.value)} of ${size} bytes`)
    expect(estimate.ok && Math.abs(estimate.value / size - 1)).toBeLessThan(MOST_ESTIMATE_ERROR)
  })

  it('is near the size of a WebP, where the browser writes them', async () => {
    const formats = await mediaClient.formats(unstopped)
    const estimate = await mediaClient.estimate(unstopped, order({ format: 'webp' }))
    if (formats.ok && formats.value.includes('webp')) {
      const { size } = await make({ format: 'webp' })
      expect(estimate.ok && Math.abs(estimate.value / size - 1)).toBeLessThan(MOST_ESTIMATE_ERROR)
    } else {
      expect(estimate).toMatchObject({ ok: false, error: { code: 'media_failed' } })
    }
  })

  it('is refused for a file that is no video, and for a result that is too long', async () => {
    const refused = async (rest: Partial<AnimationOrder>) => {
      const answer = await mediaClient.estimate(unstopped, order(rest))
      return answer.ok ? null : answer.error.code
    }
    expect(await refused({ clips: [new Blob(['no video'])] })).toBe('media_unreadable')
    expect(await refused({ clips: Array.from({ length: 61 }, () => sky) })).toBe('media_too_long')
  })
})
