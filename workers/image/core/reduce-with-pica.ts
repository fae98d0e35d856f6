import pica from 'pica'

/** Lanczos-3 is closest to the benchmark's reference, and compresses better than pica's own filter. */
const FILTER = 'lanczos3'

/**
 * One instance of pica, because each instance tests the browser before its first use. It starts no workers, because this code runs in a
 * worker.
 */
const reducer = pica({ features: ['js', 'wasm'] })

/** Reduces from canvas to canvas only, because pica needs `document` for a bitmap. False if pica fails. */
export async function reduceWithPica(source: OffscreenCanvas, target: OffscreenCanvas): Promise<boolean> {
  try {
    await reducer.resize(source, target, { filter: FILTER })
    return true
  } catch {
    return false
  }
}

/** Loads pica before the first picture needs it. */
export async function preloadPica(): Promise<void> {
  await reducer.init()
}
