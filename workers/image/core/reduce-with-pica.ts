import pica from 'pica'

/** Lanczos-3 comes nearest to the reference of the bench, and its pictures pack smaller than with pica's own filter. */
const FILTER = 'lanczos3'

/** One for all pictures, because it tries the browser out before its first. Without workers of its own: it runs in one. */
const reducer = pica({ features: ['js', 'wasm'] })

/** From canvas to canvas only: for a bitmap pica asks for `document`, which no worker has. False where pica refuses to work. */
export async function reduceWithPica(source: OffscreenCanvas, target: OffscreenCanvas): Promise<boolean> {
  try {
    await reducer.resize(source, target, { filter: FILTER })
    return true
  } catch {
    return false
  }
}

/** Ahead of the first picture. */
export async function preloadPica(): Promise<void> {
  await reducer.init()
}
