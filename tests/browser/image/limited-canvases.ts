import { vi } from 'vitest'
import { MAX_CANVAS_PX } from '#shared/domain/media-limits.ts'

const DRAWN_BY = ['drawImage', 'fillRect', 'putImageData'] as const

/**
 * Gives this browser the canvas limit of Safari before iOS 18: larger canvases stay black without an error. `largestPx` returns the size of
 * the largest canvas that was drawn on, in px.
 */
export function limitCanvases(): { readonly largestPx: () => number } {
  let largestPx = 0
  for (const { prototype } of [OffscreenCanvasRenderingContext2D, CanvasRenderingContext2D]) {
    for (const name of DRAWN_BY) {
      const draw = prototype[name] as (this: typeof prototype, ...input: unknown[]) => void
      const drawWithinLimit = function (this: typeof prototype, ...input: unknown[]) {
        const px = this.canvas.width * this.canvas.height
        largestPx = Math.max(largestPx, px)
        if (px <= MAX_CANVAS_PX) draw.apply(this, input)
      }
      vi.spyOn(prototype as unknown as Record<typeof name, typeof drawWithinLimit>, name).mockImplementation(drawWithinLimit)
    }
  }
  return { largestPx: () => largestPx }
}
