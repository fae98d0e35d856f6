import type { PictureLook } from '#shared/domain/preflight.ts'
import type { Sheet } from './easel.ts'
import { brightenPixels } from './brighten-pixels.ts'

/** Strips of this many px are lifted from the canvas at a time, so that a large picture is not in memory twice. */
const STRIP_PX = 1_000_000

export function brightenSheet({ drawing, width, height }: Sheet, look: PictureLook): void {
  const rows = Math.max(1, Math.floor(STRIP_PX / width))
  for (let y = 0; y < height; y += rows) {
    const strip = drawing.getImageData(0, y, width, Math.min(rows, height - y))
    brightenPixels(strip.data, look)
    drawing.putImageData(strip, 0, y)
  }
}
