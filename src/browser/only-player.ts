let stopCurrent: (() => void) | null = null

/** Makes a video the only one that plays: stops the one that plays now. The returned function reports that this video has ended. */
export function playAlone(stop: () => void): () => void {
  if (stopCurrent !== stop) stopCurrent?.()
  stopCurrent = stop
  return () => {
    if (stopCurrent === stop) stopCurrent = null
  }
}
