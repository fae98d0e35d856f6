import { expose } from 'comlink'
import { reduceWithPica } from '#workers/image/core/reduce-with-pica.ts'

export interface PicaProbe {
  /** Reduces a canvas that is black above and white below, and returns its first and last px; null if pica failed. */
  reduceHalves(): Promise<{ first: number; last: number } | null>
}

expose({
  async reduceHalves() {
    const source = new OffscreenCanvas(300, 200)
    const context = source.getContext('2d', { alpha: false })
    context?.fillRect(0, 0, 300, 200)
    if (context) context.fillStyle = '#fff'
    context?.fillRect(0, 100, 300, 100)
    const target = new OffscreenCanvas(180, 120)
    const isReduced = await reduceWithPica(source, target)
    const pixels = target.getContext('2d')?.getImageData(0, 0, 180, 120).data
    return pixels === undefined || !isReduced ? null : { first: pixels[0] ?? -1, last: pixels.at(-2) ?? -1 }
  },
} satisfies PicaProbe)
