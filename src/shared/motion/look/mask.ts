import type { Kernel } from '#shared/motion/kernel/create-kernel.ts'

/** A shape of bytes, 0 to 255, in the kernel's memory, with the empty border that the stamp passes require. */
export interface Mask {
  readonly offset: number
  readonly width: number
  readonly height: number
}

const WIDTH_STEP = 8
const EDGE = 3

/**
 * Makes a mask with an extent in pixels from its centre. `alphaAt` gives 0..1 at a position in pixels from the centre, and must be 0 at the
 * extent and beyond it.
 */
export function makeMask(kernel: Kernel, reachX: number, reachY: number, alphaAt: (x: number, y: number) => number): Mask {
  const width = Math.ceil((2 * reachX + EDGE) / WIDTH_STEP) * WIDTH_STEP
  const height = Math.ceil(2 * reachY + EDGE)
  const before = width + WIDTH_STEP
  const offset = kernel.take(before + width * height) + before
  const bytes = kernel.bytes(offset - before, before + width * height)
  bytes.fill(0)
  for (let row = 1; row < height - 1; row++) {
    for (let column = 1; column < width - 1; column++) {
      const alpha = alphaAt(column - (width - 1) / 2, row - (height - 1) / 2)
      if (alpha > 0) bytes[before + row * width + column] = Math.round(Math.min(1, alpha) * 255)
    }
  }
  return { offset, width, height }
}

/** The coverage of a pixel at a signed `distance` px from a shape's edge; negative is inside. */
export function coverOf(distance: number, softness = 1): number {
  return Math.min(1, Math.max(0, 0.5 - distance / softness))
}

/** A dot that fades from its centre to 0 at `radius` px. */
export function softDot(kernel: Kernel, radius: number): Mask {
  const reach = Math.max(1, radius)
  const light = Math.min(1, radius * radius)
  return makeMask(kernel, reach, reach, (x, y) => {
    const rest = 1 - (x * x + y * y) / (reach * reach)
    return rest > 0 ? light * rest * rest : 0
  })
}

/** A flat disc whose edge fades over `softness` px and whose rim is brighter than its centre by `rim` (0..1). */
export function disc(kernel: Kernel, radius: number, softness: number, rim: number): Mask {
  const reach = radius + softness
  return makeMask(kernel, reach, reach, (x, y) => {
    const distance = Math.sqrt(x * x + y * y)
    const part = Math.min(1, distance / radius)
    return coverOf(distance - radius, softness) * (1 - rim + rim * part * part * part)
  })
}
