import type { Bus } from '#shared/motion/music/bus.ts'

const BLOCK = 64
/** How fast the gain may fall before a peak and rise after it, per block. */
const DOWN = 0.12
const UP = 0.004

/** For each block the gain that keeps its loudest sample at the ceiling. */
function gainsOf({ left, right }: Bus, ceiling: number): number[] {
  return Array.from({ length: Math.ceil(left.length / BLOCK) }, (_, block) => {
    let peak = ceiling
    for (let i = block * BLOCK; i < Math.min(left.length, (block + 1) * BLOCK); i++) {
      peak = Math.max(peak, Math.abs(left[i] ?? 0), Math.abs(right[i] ?? 0))
    }
    return ceiling / peak
  })
}

/** Gains at the edges of blocks, never above what either block allows, without sudden changes. */
function edgesOf(gains: readonly number[]): number[] {
  const edges = [...gains, 1].map((gain, i) => Math.min(gain, gains[i - 1] ?? 1))
  for (let i = 1; i < edges.length; i++) edges[i] = Math.min(edges[i] ?? 1, (edges[i - 1] ?? 1) + UP)
  for (let i = edges.length - 2; i >= 0; i--) edges[i] = Math.min(edges[i] ?? 1, (edges[i + 1] ?? 1) + DOWN)
  return edges
}

/** Turns down, in place, around every peak above the ceiling; no sample is above it afterwards. */
export function limit(bus: Bus, ceiling: number): void {
  const edges = edgesOf(gainsOf(bus, ceiling))
  for (let i = 0; i < bus.left.length; i++) {
    const block = Math.floor(i / BLOCK)
    const before = edges[block] ?? 1
    const gain = before + ((edges[block + 1] ?? 1) - before) * ((i % BLOCK) / BLOCK)
    bus.left[i] = (bus.left[i] ?? 0) * gain
    bus.right[i] = (bus.right[i] ?? 0) * gain
  }
}
