let stopCurrent: (() => void) | null = null

/** One video plays at a time: stops the one that played before. Returns how to say that this one plays no more. */
export function playAlone(stop: () => void): () => void {
  if (stopCurrent !== stop) stopCurrent?.()
  stopCurrent = stop
  return () => {
    if (stopCurrent === stop) stopCurrent = null
  }
}
