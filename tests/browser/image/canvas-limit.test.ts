import { afterEach, describe, expect, it, vi } from 'vitest'
import type { PictureCalls } from '#shared/contract/image-contract.ts'
import { AS_IT_IS } from '#src/pictures/create-image-client.ts'
import { loadPagePictures } from '#src/pictures/page-image.ts'
import { MAX_CANVAS_PX, MAX_INPUT_PX_SMALL_DEVICE } from '#shared/domain/media-limits.ts'
import { UPRIGHT } from '#shared/domain/turn.ts'
import { paintStage } from '#workers/image/core/paint-picture.ts'
import { createPictureCalls } from '#workers/image/core/picture-calls.ts'
import { reduceWithPica } from '#workers/image/core/reduce-with-pica.ts'
import { createWorkerCanvas } from '#workers/image/core/worker-canvas.ts'
import { cornersOf, makeCornerPhoto, makeCornerPicture, makeNoisyPhoto, worstCorner } from './canvas-photo.ts'
import { limitCanvases } from './limited-canvases.ts'

const JPEG_NOISE = 30
const PX_24 = [6000, 4000] as const
const PX_48 = [8064, 6048] as const
const LIMIT = MAX_INPUT_PX_SMALL_DEVICE

const WAYS: Record<string, () => Promise<PictureCalls>> = {
  'in a worker of WebKit': async () => createPictureCalls(createWorkerCanvas('webkit'), () => undefined),
  'in a worker of Firefox': async () => createPictureCalls(createWorkerCanvas('firefox'), () => undefined),
  'in a worker of Chromium': async () => createPictureCalls(createWorkerCanvas('chromium'), () => undefined),
  'on the page': () => loadPagePictures(() => undefined),
}

const photos = new Map<string, Promise<File>>()

/** Made once, where canvases are as large as the browser has them. */
function photoOf(width: number, height: number, orientation: number): Promise<File> {
  const name = [width, height, orientation].join()
  const photo = photos.get(name) ?? makeCornerPhoto(width, height, orientation)
  photos.set(name, photo)
  return photo
}

afterEach(() => void vi.restoreAllMocks())

async function expectRight(picture: Blob): Promise<void> {
  vi.restoreAllMocks()
  expect(worstCorner(await cornersOf(picture))).toBeLessThan(JPEG_NOISE)
}

describe.each(Object.entries(WAYS))('where canvases have few px, %s', (_, open) => {
  it.each([
    [1, PX_24],
    [8, PX_24],
    [3, PX_48],
    [6, PX_48],
  ] as const)('a photo of orientation %i and %s px is prepared and not black', async (orientation, [width, height]) => {
    const photo = await photoOf(width, height, orientation)
    const canvases = limitCanvases()
    const result = await (await open()).prepare(photo, { ...AS_IT_IS, maxInputPixels: LIMIT })
    if (!result.ok) throw new Error(result.error.code)
    const largest = width * height > 40_000_000 ? [4096, 3072] : [4096, 2731]
    expect([result.value.width, result.value.height, result.value.sourceWidth]).toEqual([...largest, width])
    expect(canvases.largestPx()).toBeLessThanOrEqual(MAX_CANVAS_PX)
    await expectRight(result.value.blob)
  })

  it('a screenshot of 48 MP, turned by hand and brightened', async () => {
    const picture = await makeCornerPicture(...PX_48, 'image/png')
    const canvases = limitCanvases()
    const crop = { turn: { quarters: 2, isMirrored: true }, part: { x: 0, y: 0, width: PX_48[0], height: PX_48[1] } } as const
    const result = await (await open()).prepare(picture, { ...AS_IT_IS, crop, isBrightened: true, maxInputPixels: LIMIT })
    expect(result).toMatchObject({ ok: true, value: { width: 4096, height: 3072 } })
    expect(canvases.largestPx()).toBeLessThanOrEqual(MAX_CANVAS_PX)
  })

  it('a view of 48 MP, and a part of more px than a canvas has, are drawn', async () => {
    const photo = await photoOf(...PX_48, 6)
    const canvases = limitCanvases()
    const pictures = await open()
    const view = await pictures.view(photo, LIMIT)
    const whole = { turn: UPRIGHT, part: { x: 0, y: 0, width: PX_48[0], height: PX_48[1] } }
    const part = await pictures.crop(photo, whole, LIMIT)
    if (!view.ok || !part.ok) throw new Error('refused')
    expect(canvases.largestPx()).toBeLessThanOrEqual(MAX_CANVAS_PX)
    expect([view.value.width, view.value.height, part.value.width, part.value.height]).toEqual([2400, 1800, 4729, 3547])
    await expectRight(view.value.blob)
    await expectRight(part.value.blob)
  })
})

describe('a picture of many px that comes out black', () => {
  const real = createImageBitmap
  const black = () => real(new ImageData(6000, 4000))

  it('is drawn once more, from fewer px', async () => {
    const photo = await photoOf(...PX_24, 8)
    const decode = vi.spyOn(globalThis, 'createImageBitmap').mockImplementationOnce(black)
    const result = await (await WAYS['in a worker of WebKit']!()).prepare(photo, { ...AS_IT_IS, maxInputPixels: LIMIT })
    if (!result.ok) throw new Error(result.error.code)
    expect(decode).toHaveBeenLastCalledWith(expect.anything(), { resizeWidth: 5016, resizeHeight: 3344, resizeQuality: 'high' })
    expect([result.value.width, result.value.height, result.value.sourceWidth]).toEqual([4096, 2731, 6000])
    await expectRight(result.value.blob)
  })

  it('or that the browser refuses to decode whole is decoded with fewer px; a damaged one stays damaged', async () => {
    const photo = await photoOf(...PX_24, 8)
    const pictures = await WAYS['in a worker of WebKit']!()
    const options = { ...AS_IT_IS, maxInputPixels: LIMIT }
    const decode = vi.spyOn(globalThis, 'createImageBitmap').mockRejectedValueOnce(new DOMException('out of memory'))
    const result = await pictures.prepare(photo, options)
    expect(result).toMatchObject({ ok: true, value: { width: 4096, height: 2731, sourceWidth: 6000 } })
    decode.mockRejectedValue(new DOMException('damaged'))
    expect(await pictures.prepare(photo, options)).toMatchObject({ ok: false, error: { code: 'image_broken' } })
    if (result.ok) await expectRight(result.value.blob)
  })

  it.each(Object.entries(WAYS))('again is refused, and never passed on, %s', async (_, open) => {
    const photo = await photoOf(...PX_24, 8)
    const pictures = await open()
    vi.spyOn(globalThis, 'createImageBitmap').mockImplementation(black)
    vi.stubGlobal('ImageDecoder', undefined)
    const refusal = { ok: false, error: { code: 'image_too_many_pixels' } }
    expect(await pictures.prepare(photo, { ...AS_IT_IS, maxInputPixels: LIMIT })).toMatchObject(refusal)
    expect(await pictures.view(photo, LIMIT)).toMatchObject(refusal)
    vi.unstubAllGlobals()
  })
})

it('strips give the px that the whole gives', async () => {
  const photo = await makeNoisyPhoto(...PX_24, 0.9)
  const bitmap = await createImageBitmap(photo)
  const whole = new OffscreenCanvas(...PX_24)
  whole.getContext('2d')!.drawImage(bitmap, 0, 0)
  const target = new OffscreenCanvas(4096, 2731)
  expect(await reduceWithPica(whole, target)).toBe(true)
  const backend = createWorkerCanvas('webkit')
  const stage = { image: bitmap, isOpaque: true, sheet: null, x: 0, y: 0, width: PX_24[0], height: PX_24[1] }
  const sheet = await paintStage(backend, stage, 4096, 2731)
  let worst = 0
  for (let y = 0; y < 2731; y += 3) {
    const expected = target.getContext('2d')!.getImageData(0, y, 512, 1).data
    const found = sheet.drawing.getImageData(0, y, 512, 1).data
    for (let at = 0; at < found.length; at++) worst = Math.max(worst, Math.abs(expected[at]! - found[at]!))
  }
  expect(worst).toBeLessThan(12)
})
