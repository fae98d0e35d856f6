import { describe, expect, it } from 'vitest'
import { wrap } from 'comlink'
import { paintPicture } from '#workers/image/core/paint-picture.ts'
import { sniffPicture } from '#workers/image/core/sniff-picture.ts'
import { createWorkerCanvas } from '#workers/image/core/worker-canvas.ts'
import { UPRIGHT } from '#shared/domain/crop-rules.ts'
import type { PicaProbe } from './pica-probe.ts'
import { cornersOf, makeCornerPhoto, worstCorner } from './canvas-photo.ts'

const JPEG_NOISE = 30

async function processWithEngine(file: Blob, engine: 'firefox' | 'webkit', scale: number) {
  const head = await sniffPicture(file)
  if (!head.ok) throw new Error(head.error.code)
  const backend = createWorkerCanvas(engine)
  const decoded = await backend.decode(file, head.value, scale)
  if (!decoded.ok) throw new Error(decoded.error.code)
  const { fullWidth, fullHeight } = decoded.value
  const wholePicture = { turn: UPRIGHT, part: { x: 0, y: 0, width: fullWidth, height: fullHeight } }
  const sheet = await paintPicture(backend, decoded.value, wholePicture, Math.round(fullWidth * scale), Math.round(fullHeight * scale))
  decoded.value.close()
  if (!sheet.ok) throw new Error(sheet.error.code)
  return { decoded: decoded.value, sheet: sheet.value, blob: await backend.encode(sheet.value, 0.9) }
}

describe("another engine's way", () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8])('decodes a scaled JPEG upright from orientation %i', async (orientation) => {
    const { decoded, sheet, blob } = await processWithEngine(await makeCornerPhoto(1600, 1000, orientation), 'firefox', 0.3)
    expect([decoded.width, decoded.height, decoded.fullWidth, decoded.fullHeight]).toEqual([600, 375, 1600, 1000])
    expect([sheet.width, sheet.height]).toEqual([480, 300])
    expect(worstCorner(await cornersOf(blob))).toBeLessThan(JPEG_NOISE)
  })

  it('reduces a whole picture with pica', async () => {
    const { sheet, blob } = await processWithEngine(await makeCornerPhoto(1600, 1000, 6), 'webkit', 0.2)
    expect([sheet.width, sheet.height]).toEqual([320, 200])
    expect(worstCorner(await cornersOf(blob))).toBeLessThan(JPEG_NOISE)
  })

  it('reduces with pica inside a worker', async () => {
    const worker = new Worker(new URL('./pica-probe.ts', import.meta.url), { type: 'module' })
    const probe = wrap<PicaProbe>(worker)
    const halves = await probe.reduceHalves()
    worker.terminate()
    expect(halves).toEqual({ first: 0, last: 255 })
  })
})
