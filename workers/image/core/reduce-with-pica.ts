import pica from 'pica'

/** Lanczos-3 is closest to the benchmark's reference, and compresses better than pica's own filter. */
const FILTER = 'lanczos3'

/** One instance, because it probes the browser first. Without pica's own workers, because this is a worker. */
const reducer = pica({ features: ['js', 'wasm'] })

/** From canvas to canvas only: for a bitmap pica needs `document`. False if pica fails. */
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
