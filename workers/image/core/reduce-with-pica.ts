import pica from 'pica'

/** From canvas to canvas only: for a bitmap pica asks for `document`, which no worker has. Null where pica refuses to work. */
export async function reduceWithPica(source: OffscreenCanvas, target: OffscreenCanvas): Promise<OffscreenCanvas | null> {
  try {
    return await pica({ features: ['js', 'wasm'] }).resize(source, target)
  } catch {
    return null
  }
}
