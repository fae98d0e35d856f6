import type { Easel, Sheet } from './easel.ts'
import type { Engine } from './engine.ts'
import { decodePicture } from './decode-picture.ts'

interface OffscreenSheet extends Sheet {
  readonly canvas: OffscreenCanvas
}

/** The decoders and the canvas of a worker. */
export function createWorkerEasel(engine: Engine): Easel<OffscreenSheet> {
  return {
    decode: (file, head, scale) => decodePicture(file, head, scale, engine),
    makeSheet,
    hasBetterReduction: engine !== 'chromium',
    async reduce(from, to) {
      const { reduceWithPica } = await import('./reduce-with-pica.ts')
      return reduceWithPica(from.canvas, to.canvas)
    },
    encode: ({ canvas }, quality) => canvas.convertToBlob({ type: 'image/jpeg', quality }),
  }
}

function makeSheet(width: number, height: number): OffscreenSheet {
  const canvas = new OffscreenCanvas(width, height)
  const drawing = canvas.getContext('2d', { alpha: false })
  if (drawing === null) throw new Error(`no canvas of ${width} by ${height}`)
  return {
    canvas,
    width,
    height,
    image: canvas,
    drawing,
    release() {
      canvas.width = 0
      canvas.height = 0
    },
  }
}
