import { afterEach, expect, it, vi } from 'vitest'
import { MAX_CANVAS_PX } from '#shared/domain/media-limits.ts'
import { UPRIGHT } from '#shared/domain/crop-rules.ts'
import { drawPicture } from '#src/pictures/crop/crop-stage.tsx'
import { CORNERS, makeCornerPicture } from './canvas-photo.ts'

afterEach(() => void vi.unstubAllGlobals())

it('a stage with more px than a canvas allows is drawn with fewer px at the same position', async () => {
  vi.stubGlobal('devicePixelRatio', 2)
  const canvas = document.createElement('canvas')
  const image = await createImageBitmap(await makeCornerPicture(640, 480, 'image/png'))
  const size = { width: 4000, height: 3000 }
  drawPicture(canvas, size, image, UPRIGHT, { x: 2000, y: 1500, width: 2000, height: 1500 })
  expect([canvas.width, canvas.height]).toEqual([4729, 3547])
  expect(canvas.width * canvas.height).toBeLessThanOrEqual(MAX_CANVAS_PX)
  const colourAt = (x: number, y: number) => [
    ...canvas.getContext('2d')!.getImageData(Math.floor(x * canvas.width), Math.floor(y * canvas.height), 1, 1).data,
  ]
  expect(colourAt(0.48, 0.48)).toEqual([0, 0, 0, 0])
  expect(colourAt(0.52, 0.52)).toEqual([...CORNERS.topLeft, 255])
  expect(colourAt(0.98, 0.98)).toEqual([...CORNERS.bottomRight, 255])
})
