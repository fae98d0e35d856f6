import { describe, expect, it } from 'vitest'
import { ratioPart } from '#shared/domain/editing-rules.ts'
import type { EditOrder } from '#shared/contract/media-contract.ts'
import { neverAborted } from '#shared/never-aborted.ts'
import { makeEdit } from '#src/editing/edit-video.ts'
import { mediaClient } from '#src/editing/media-client.ts'
import { avcFaults } from '../../fixtures/avc-faults.ts'
import { markedVideo } from './read-media.ts'

const REC_709 = [1, 1, 1, 0]
const FRAMES = 12
const TRIM = { from: 2, to: FRAMES }

const SIZES = [
  [854, 480],
  [480, 854],
  [480, 480],
  [640, 360],
  [342, 854],
  [1280, 720],
  [986, 720],
  [1920, 1080],
  [1080, 1080],
].map(([width = 0, height = 0]) => ({ width, height }))

async function makeVideo(clip: Blob, size: { readonly width: number; readonly height: number }, changes: Partial<EditOrder>) {
  const crop = ratioPart(size, 'own')
  const order: EditOrder = {
    clips: [clip],
    trim: TRIM,
    crop,
    loop: 'none',
    sound: { kind: 'own' },
    format: 'mp4',
    stillFrame: 0,
    ...changes,
  }
  const result = await makeEdit(order, mediaClient, neverAborted(), () => undefined)
  if (!result.ok) throw new Error(`${result.error.code}: ${result.error.detail ?? ''}`)
  const { blob, width, height, frames } = result.value
  return { bytes: new Uint8Array(await blob.arrayBuffer()), expectedFacts: { width, height, frames, colour: REC_709 } }
}

describe.each([
  { encoder: "the browser's encoder", usesBuiltInEncoder: false },
  { encoder: 'the built-in encoder', usesBuiltInEncoder: true },
])('an edited video of $encoder states the facts of its frames', ({ usesBuiltInEncoder }) => {
  it.each(SIZES)('at $width × $height', async (size) => {
    const clip = await markedVideo({ ...size, frames: FRAMES, hasSound: size.width === 854 })
    const { bytes, expectedFacts } = await makeVideo(clip, size, { usesBuiltInEncoder })
    expect(avcFaults(bytes, expectedFacts)).toEqual([])
  })

  it('cut to another ratio and looped', async () => {
    const size = { width: 1280, height: 720 }
    const clip = await markedVideo({ ...size, frames: FRAMES, hasSound: false })
    const { bytes, expectedFacts } = await makeVideo(clip, size, { usesBuiltInEncoder, crop: ratioPart(size, '1:1'), loop: 'thereAndBack' })
    expect(expectedFacts.frames).toBe(2 * (FRAMES - 2) - 2)
    expect(avcFaults(bytes, expectedFacts)).toEqual([])
  })
})
