import { describe, expect, it, vi } from 'vitest'
import type { SourceMetadata } from '#shared/contract/image-contract.ts'
import type { OddPicture } from '../../fixtures/photos/odd-picture.ts'
import { AS_IT_IS } from '#src/pictures/create-image-client.ts'
import { imageClient } from '#src/pictures/image-client.ts'
import { engineOf } from '#workers/image/core/browser-engine.ts'
import { sniffPicture } from '#workers/image/core/sniff-picture.ts'
import { MAX_INPUT_PX } from '#shared/domain/media-limits.ts'
import { neverAborted } from '#shared/never-aborted.ts'
import { preparePicture } from '#workers/image/core/prepare-picture.ts'
import { createWorkerCanvas } from '#workers/image/core/worker-canvas.ts'
import { heif } from '../../unit/image/picture-bytes.ts'
import { cornersOf, makeCornerPicture, worstCorner } from './canvas-photo.ts'
import { metadataSegments } from './jpeg-segments.ts'
import { oddPicture } from './odd-pictures.ts'

/** The allowed colour difference, 0 to 255. */
const CLOSE_TOLERANCE = 30
/** The allowed difference for pictures with the few colours of a palette. */
const PALETTE_TOLERANCE = 45
/** The allowed difference for CMYK: printing inks cannot show these colours, and each browser chooses replacements. */
const CMYK_TOLERANCE = 110

/** WebKitGTK ignores the orientation in these files. */
const UNTURNED_KINDS = new Set<OddPicture>(['AVIF turned by its own property', 'mirrored AVIF'])
const isTurned = (kind: OddPicture) => engineOf(navigator.userAgent) !== 'webkit' || !UNTURNED_KINDS.has(kind)

const unabortedSignal = neverAborted()

async function prepareFile(file: Blob) {
  const result = await imageClient.prepare(unabortedSignal, file)
  if (!result.ok) throw new Error(`refused: ${result.error.code} ${result.error.detail}`)
  return result.value
}

describe('a picture comes out as an upright JPEG of the right size and colours, bare of metadata, when it is', () => {
  const kinds: [OddPicture, number, SourceMetadata][] = [
    ['CMYK JPEG with a profile', CMYK_TOLERANCE, 'none'],
    ['CMYK JPEG without a profile', CMYK_TOLERANCE, 'none'],
    ['progressive JPEG', CLOSE_TOLERANCE, 'place'],
    ['JPEG in Display P3', CLOSE_TOLERANCE, 'place'],
    ['JPEG with a thumbnail in its EXIF', CLOSE_TOLERANCE, 'some'],
    ['motion photo', CLOSE_TOLERANCE, 'place'],
    ['PNG of 16 bits', CLOSE_TOLERANCE, 'none'],
    ['PNG of 16 bits in Display P3', CLOSE_TOLERANCE, 'none'],
    ['interlaced PNG', CLOSE_TOLERANCE, 'place'],
    ['PNG with a palette', PALETTE_TOLERANCE, 'none'],
    ['PNG turned by its EXIF', CLOSE_TOLERANCE, 'some'],
    ['lossy WebP', CLOSE_TOLERANCE, 'place'],
    ['lossless WebP', CLOSE_TOLERANCE, 'place'],
    ['WebP turned by its EXIF', CLOSE_TOLERANCE, 'place'],
    ['AVIF', CLOSE_TOLERANCE, 'place'],
    ['AVIF turned by its own property', CLOSE_TOLERANCE, 'some'],
    ['mirrored AVIF', CLOSE_TOLERANCE, 'some'],
    ['GIF', PALETTE_TOLERANCE, 'none'],
    ['BMP', CLOSE_TOLERANCE, 'none'],
  ]

  it.each(kinds.filter(([kind]) => isTurned(kind)))('%s', async (kind, tolerance, metadata) => {
    const file = await oddPicture(kind)
    const result = await prepareFile(file)
    expect(worstCorner(await cornersOf(result.blob))).toBeLessThan(tolerance)
    expect([result.width, result.height, result.sourceWidth, result.sourceHeight]).toEqual([640, 400, 640, 400])
    expect(result.blob.type).toBe('image/jpeg')
    expect(await metadataSegments(result.blob)).toEqual([])
    expect(await result.blob.text()).not.toContain('SecretCam')
    expect([result.metadata, result.isFirstFrameOnly, result.cut]).toEqual([metadata, false, null])
  })

  it.each(['grey JPEG', 'grey PNG'] as const)('%s', async (kind) => {
    const result = await prepareFile(await oddPicture(kind))
    for (const channels of Object.values(await cornersOf(result.blob)))
      expect(Math.max(...channels) - Math.min(...channels)).toBeLessThan(4)
    expect([result.width, result.height]).toEqual([640, 400])
  })

  it.each(['animated GIF', 'animated WebP'] as const)('%s: the worker uses the first frame and reports it in a notice', async (kind) => {
    const result = await prepareFile(await oddPicture(kind))
    expect(worstCorner(await cornersOf(result.blob))).toBeLessThan(PALETTE_TOLERANCE)
    expect([result.width, result.height, result.isFirstFrameOnly]).toEqual([640, 400, true])
  })
})

const headerKinds = [
  'CMYK JPEG with a profile',
  'AVIF turned by its own property',
  'mirrored AVIF',
  'animated GIF',
  'animated WebP',
  'BMP',
  'motion photo',
  'JPEG with a thumbnail in its EXIF',
] as const

it.each(headerKinds.filter(isTurned))('the header of a %s has the size of the decoded picture', async (kind) => {
  const file = await oddPicture(kind)
  const bitmap = await createImageBitmap(file)
  const { width, height } = bitmap
  bitmap.close()
  expect(await sniffPicture(file)).toMatchObject({ ok: true, value: { width, height } })
})

it('a HEIC is decoded where the browser can, and by no other code: no type is refused beforehand', async () => {
  const decodedPicture = await createImageBitmap(await makeCornerPicture(640, 400, 'image/png'))
  const decode = vi.spyOn(globalThis, 'createImageBitmap').mockResolvedValueOnce(decodedPicture)
  const file = new File([new Uint8Array(heif('heic', [640, 400]))], 'IMG_0042.HEIC')
  const backend = createWorkerCanvas('webkit')
  const result = await preparePicture(backend, file, { ...AS_IT_IS, maxInputPixels: MAX_INPUT_PX }, () => undefined)
  expect(decode.mock.calls[0]?.[0]).toMatchObject({ type: 'image/heic', size: file.size })
  decode.mockRestore()
  if (!result.ok) throw new Error(result.error.code)
  expect([result.value.blob.type, result.value.width, result.value.height]).toEqual(['image/jpeg', 640, 400])
  expect(worstCorner(await cornersOf(result.value.blob))).toBeLessThan(CLOSE_TOLERANCE)
})
