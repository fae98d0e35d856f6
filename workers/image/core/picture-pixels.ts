import type { CanvasBackend, Surface } from './canvas-backend.ts'

/** Pixels per strip read from a canvas, so that a large picture is not in memory twice. */
const STRIP_PX = 1_000_000

/** Whether all RGBA pixels are alike. */
export function haveOneColour(pixels: Uint8ClampedArray): boolean {
  return pixels.every((channel, at) => channel === pixels[at % 4])
}

type Image = Pick<ImageBitmap, 'width' | 'height'> & CanvasImageSource

/** Whether a picture is invisible on any background. */
export function isTransparent<S extends Surface>(backend: CanvasBackend<S>, image: Image): boolean {
  return [WHITE, BLACK].every((background) =>
    isEveryStrip(backend, image, background, (pixels) => pixels.every((pixel) => pixel === background)),
  )
}

/** RGBA pixels as numbers of 32 bits. BLACK is made from bytes, so that it has the byte order of pixels that are read from a canvas. */
const WHITE = 0xffff_ffff
const BLACK = new Uint32Array(Uint8Array.of(0, 0, 0, 0xff).buffer)[0] ?? 0

/** A hash of all pixels, to compare two pictures. */
export function hashPixels<S extends Surface>(backend: CanvasBackend<S>, image: Image): number {
  let hash = 0
  isEveryStrip(backend, image, BLACK, (pixels) => {
    for (const pixel of pixels) hash = Math.imul(hash ^ pixel, FNV_PRIME)
    return true
  })
  return hash
}

const FNV_PRIME = 0x0100_0193

/** Whether `check` is true for each strip of a picture on a background. */
function isEveryStrip<S extends Surface>(
  backend: CanvasBackend<S>,
  image: Image,
  background: number,
  check: (pixels: Uint32Array) => boolean,
): boolean {
  const { width, height } = image
  const rows = Math.min(height, Math.max(1, Math.floor(STRIP_PX / width)))
  const strip = backend.makeSheet(width, rows)
  try {
    for (let y = 0; y < height; y += rows) {
      const stripHeight = Math.min(rows, height - y)
      strip.drawing.fillStyle = background === WHITE ? '#fff' : '#000'
      strip.drawing.fillRect(0, 0, width, stripHeight)
      strip.drawing.drawImage(image, 0, y, width, stripHeight, 0, 0, width, stripHeight)
      const { data } = strip.drawing.getImageData(0, 0, width, stripHeight)
      if (!check(new Uint32Array(data.buffer))) return false
    }
    return true
  } finally {
    strip.release()
  }
}
