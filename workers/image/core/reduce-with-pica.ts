import pica from 'pica'

/** pica makes its tiles from `document`, which no worker has; a stand-in for the time of the call is all it needs. */
export async function reduceWithPica(source: OffscreenCanvas, target: OffscreenCanvas): Promise<OffscreenCanvas> {
  const scope = globalThis as { document?: unknown }
  const needsDocument = scope.document === undefined
  if (needsDocument) scope.document = { createElement: () => new OffscreenCanvas(1, 1) }
  try {
    return await pica({ features: ['js', 'wasm'] }).resize(source, target)
  } finally {
    if (needsDocument) delete scope.document
  }
}
