import { describe, expect, it, vi } from 'vitest'
import { AS_IT_IS } from '#src/pictures/create-image-client.ts'
import { paintStage } from '#workers/image/core/paint-picture.ts'
import { reduceWithPica } from '#workers/image/core/reduce-with-pica.ts'
import { createWorkerCanvas } from '#workers/image/core/worker-canvas.ts'
import {
  LIMITS_OF_24_MP,
  LIMIT_PX,
  PX_24,
  WAYS,
  decodeBlack,
  describeBlackPhotos,
  describeFewPx,
  expectRightCorners,
  photoOf,
} from './canvas-limits.ts'
import { makeNoisyPhoto } from './canvas-photo.ts'

/** The entries of `WAYS` that this file tests with limited canvases. A long test does the others. */
const LIMITED_WAYS = ['in a worker of WebKit'] as const

describeFewPx({ ways: LIMITED_WAYS, ...LIMITS_OF_24_MP })
describeBlackPhotos(LIMITED_WAYS)

describe('a picture with many px that is decoded black', () => {
  it('is drawn once more, from fewer px', async () => {
    const photo = await photoOf(PX_24, 8)
    const decode = vi.spyOn(globalThis, 'createImageBitmap').mockImplementationOnce(decodeBlack)
    const result = await (await WAYS['in a worker of WebKit']()).prepare(photo, { ...AS_IT_IS, maxInputPixels: LIMIT_PX })
    if (!result.ok) throw new Error(result.error.code)
    expect(decode).toHaveBeenLastCalledWith(expect.anything(), { resizeWidth: 5016, resizeHeight: 3344, resizeQuality: 'high' })
    expect([result.value.width, result.value.height, result.value.sourceWidth]).toEqual([4096, 2731, 6000])
    await expectRightCorners(result.value.blob)
  })

  it('or that the browser refuses to decode whole is decoded with fewer px; a damaged one stays damaged', async () => {
    const photo = await photoOf(PX_24, 8)
    const pictures = await WAYS['in a worker of WebKit']()
    const options = { ...AS_IT_IS, maxInputPixels: LIMIT_PX }
    const decode = vi.spyOn(globalThis, 'createImageBitmap').mockRejectedValueOnce(new DOMException('out of memory'))
    const result = await pictures.prepare(photo, options)
    expect(result).toMatchObject({ ok: true, value: { width: 4096, height: 2731, sourceWidth: 6000 } })
    decode.mockRejectedValue(new DOMException('damaged'))
    expect(await pictures.prepare(photo, options)).toMatchObject({ ok: false, error: { code: 'image_broken' } })
    if (result.ok) await expectRightCorners(result.value.blob)
  })
})

it('a picture of one colour and many px is accepted, and its metrics show no contents', async () => {
  const canvas = new OffscreenCanvas(4960, 3700)
  const context = canvas.getContext('2d')!
  context.fillStyle = '#8a9'
  context.fillRect(0, 0, canvas.width, canvas.height)
  const pictures = await WAYS['in a worker of Chromium']()
  const result = await pictures.prepare(await canvas.convertToBlob(), { ...AS_IT_IS, maxInputPixels: LIMIT_PX })
  if (!result.ok) throw new Error(result.error.code)
  expect([result.value.width, result.value.height, result.value.sourceWidth]).toEqual([4096, 3055, 4960])
  expect(await pictures.measure(result.value.blob, LIMIT_PX)).toMatchObject({ ok: true, value: { isPlain: true } })
})

it('strips give the same px as the whole', async () => {
  const photo = await makeNoisyPhoto(...PX_24, 0.9)
  const bitmap = await createImageBitmap(photo)
  const wholeCanvas = new OffscreenCanvas(...PX_24)
  wholeCanvas.getContext('2d')!.drawImage(bitmap, 0, 0)
  const target = new OffscreenCanvas(4096, 2731)
  expect(await reduceWithPica(wholeCanvas, target)).toBe(true)
  const backend = createWorkerCanvas('webkit')
  const stage = { image: bitmap, isOpaque: true, sheet: null, x: 0, y: 0, width: PX_24[0], height: PX_24[1] }
  const sheet = await paintStage(backend, stage, 4096, 2731)
  let worstDifference = 0
  for (let y = 0; y < 2731; y += 3) {
    const expectedPixels = target.getContext('2d')!.getImageData(0, y, 512, 1).data
    const foundPixels = sheet.drawing.getImageData(0, y, 512, 1).data
    for (let at = 0; at < foundPixels.length; at++)
      worstDifference = Math.max(worstDifference, Math.abs(expectedPixels[at]! - foundPixels[at]!))
  }
  expect(worstDifference).toBeLessThan(12)
})
