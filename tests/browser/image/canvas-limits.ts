import { afterEach, describe, expect, it, vi } from 'vitest'
import type { PictureCalls } from '#shared/contract/image-contract.ts'
import { MAX_CANVAS_PX, MAX_INPUT_PX_SMALL_DEVICE } from '#shared/domain/media-limits.ts'
import { UPRIGHT } from '#shared/domain/crop-rules.ts'
import { AS_IT_IS } from '#src/pictures/create-image-client.ts'
import { loadPagePictures } from '#src/pictures/page-image.ts'
import { createPictureCalls } from '#workers/image/core/picture-calls.ts'
import { createWorkerCanvas } from '#workers/image/core/worker-canvas.ts'
import { cornersOf, makeCornerPhoto, makeCornerPicture, worstCorner } from './canvas-photo.ts'
import { limitCanvases } from './limited-canvases.ts'

type Size = readonly [number, number]

export const PX_24 = [6000, 4000] as const
export const LIMITS_OF_24_MP = { px: PX_24, orientations: [1, 8], prepared: [4096, 2731], view: [2400, 1600], part: [5016, 3344] } as const

const JPEG_NOISE = 30
export const LIMIT_PX = MAX_INPUT_PX_SMALL_DEVICE

export const WAYS = {
  'in a worker of WebKit': async () => createPictureCalls(createWorkerCanvas('webkit'), () => undefined),
  'in a worker of Firefox': async () => createPictureCalls(createWorkerCanvas('firefox'), () => undefined),
  'in a worker of Chromium': async () => createPictureCalls(createWorkerCanvas('chromium'), () => undefined),
  'on the page': () => loadPagePictures(() => undefined),
} satisfies Record<string, () => Promise<PictureCalls>>
type Way = keyof typeof WAYS

const photoCache = new Map<string, Promise<File>>()

/** A photo that is made once, before the test limits the canvases. */
export function photoOf([width, height]: Size, orientation: number): Promise<File> {
  const name = [width, height, orientation].join()
  const photo = photoCache.get(name) ?? makeCornerPhoto(width, height, orientation)
  photoCache.set(name, photo)
  return photo
}

afterEach(() => void vi.restoreAllMocks())

export async function expectRightCorners(picture: Blob): Promise<void> {
  vi.restoreAllMocks()
  expect(worstCorner(await cornersOf(picture))).toBeLessThan(JPEG_NOISE)
}

interface LimitCase {
  readonly ways: readonly Way[]
  readonly px: Size
  readonly orientations: readonly number[]
  /** Expected sizes, in px. */
  readonly prepared: Size
  readonly view: Size
  readonly part: Size
}

/** Tests photos with many px on limited canvases, with each of the given `ways` to process them. */
export function describeFewPx({ ways, px, orientations, prepared, view, part }: LimitCase): void {
  const wholePart = { x: 0, y: 0, width: px[0], height: px[1] }

  describe.each(ways)('where canvases have few px, %s', (way) => {
    it.each(orientations)(`a photo of orientation %i and ${px.join()} px is prepared and not black`, async (orientation) => {
      const photo = await photoOf(px, orientation)
      const canvases = limitCanvases()
      const result = await (await WAYS[way]()).prepare(photo, { ...AS_IT_IS, maxInputPixels: LIMIT_PX })
      if (!result.ok) throw new Error(result.error.code)
      expect([result.value.width, result.value.height, result.value.sourceWidth]).toEqual([...prepared, px[0]])
      expect(canvases.largestPx()).toBeLessThanOrEqual(MAX_CANVAS_PX)
      await expectRightCorners(result.value.blob)
    })

    it(`a screenshot of ${px.join()} px, turned by hand and brightened`, async () => {
      const picture = await makeCornerPicture(...px, 'image/png')
      const canvases = limitCanvases()
      const crop = { turn: { quarters: 2, isMirrored: true }, part: wholePart } as const
      const result = await (await WAYS[way]()).prepare(picture, { ...AS_IT_IS, crop, isBrightened: true, maxInputPixels: LIMIT_PX })
      expect(result).toMatchObject({ ok: true, value: { width: prepared[0], height: prepared[1] } })
      expect(canvases.largestPx()).toBeLessThanOrEqual(MAX_CANVAS_PX)
    })

    it(`a view of ${px.join()} px, and a part of more px than a canvas has, are drawn`, async () => {
      const photo = await photoOf(px, orientations.at(-1)!)
      const canvases = limitCanvases()
      const pictures = await WAYS[way]()
      const viewResult = await pictures.view(photo, LIMIT_PX)
      const cropResult = await pictures.crop(photo, { turn: UPRIGHT, part: wholePart }, LIMIT_PX)
      if (!viewResult.ok || !cropResult.ok) throw new Error('refused')
      expect(canvases.largestPx()).toBeLessThanOrEqual(MAX_CANVAS_PX)
      expect([viewResult.value.width, viewResult.value.height]).toEqual(view)
      expect([cropResult.value.width, cropResult.value.height]).toEqual(part)
      await expectRightCorners(viewResult.value.blob)
      await expectRightCorners(cropResult.value.blob)
    })
  })
}

/** Tests a photo that stays black however often the pipeline draws it. */
export function describeBlackPhotos(ways: readonly Way[]): void {
  it.each(ways)('a picture with many px that stays black is refused, and never uploaded, %s', async (way) => {
    const photo = await photoOf(PX_24, 8)
    const pictures = await WAYS[way]()
    vi.spyOn(globalThis, 'createImageBitmap').mockImplementation(decodeBlack)
    vi.stubGlobal('ImageDecoder', undefined)
    const refusal = { ok: false, error: { code: 'image_too_many_pixels' } }
    expect(await pictures.prepare(photo, { ...AS_IT_IS, maxInputPixels: LIMIT_PX })).toMatchObject(refusal)
    expect(await pictures.view(photo, LIMIT_PX)).toMatchObject(refusal)
    vi.unstubAllGlobals()
  })
}

const originalDecode = createImageBitmap

export function decodeBlack(): Promise<ImageBitmap> {
  return originalDecode(new ImageData(...PX_24))
}
