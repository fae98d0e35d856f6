import type { Easel, Sheet } from './canvas-backend.ts'
import type { Engine } from './engine.ts'
import { decodePicture } from './decode-picture.ts'

interface OffscreenSheet extends Sheet {
  readonly canvas: OffscreenCanvas
}

/** Chromium smooths fast and not badly: at full size pica would cost it more than it gives, up to the size of a view it gives more. */
const REDUCES_UP_TO_PX: Record<Engine, number> = { chromium: 6_000_000, firefox: Infinity, webkit: Infinity }

/** The decoders and the canvas of a worker; pica loads while the picture is decoded that needs it. */
export function createWorkerEasel(engine: Engine, reducesUpTo: number = REDUCES_UP_TO_PX[engine]): Easel<OffscreenSheet> {
  return {
    decode(file, head, scale) {
      if (scale < 1 && head.width * head.height * scale ** 2 <= reducesUpTo) void warmReduction()
      return decodePicture(file, head, scale, engine)
    },
    makeSheet,
    reducesUpTo,
    async reduce(from, to) {
      const reduction = await loadReduction()
      return reduction !== null && reduction.reduceWithPica(from.canvas, to.canvas)
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

/** Null where the file cannot be had, as without a network or after an update: the canvas does it then. */
const loadReduction = () => import('./reduce-with-pica.ts').catch(() => null)
const warmReduction = async () => (await loadReduction())?.warmPica().catch(() => undefined)
