import type { Size } from './media-limits.ts'

/** The most px a canvas has: beyond it Safari before iOS 18 draws nothing and says nothing, and the picture is black. */
export const MAX_CANVAS_PX = 16_777_216

/** The largest whole size of this shape that a canvas has. Rule: docs/rules.md, "Pictures". */
export function withinCanvas({ width, height }: Size): Size {
  const scale = Math.sqrt(MAX_CANVAS_PX / (width * height))
  if (scale >= 1) return { width, height }
  return { width: Math.max(1, Math.floor(width * scale)), height: Math.max(1, Math.floor(height * scale)) }
}
