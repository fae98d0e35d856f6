import pica from 'pica'

/** From canvas to canvas only: for a bitmap pica asks for `document`, which no worker has. False where pica refuses to work. */
export async function reduceWithPica(source: OffscreenCanvas, target: OffscreenCanvas): Promise<boolean> {
  try {
    await pica({ features: ['js', 'wasm'] }).resize(source, target)
    return true
  } catch {
    return false
  }
}
