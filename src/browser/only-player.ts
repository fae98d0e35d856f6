let stopCurrent: (() => void) | null = null

/** Lets one video play at a time: stops the previous one. Returns a function that reports the end of this one. */
export function playAlone(stop: () => void): () => void {
  if (stopCurrent !== stop) stopCurrent?.()
  stopCurrent = stop
  return () => {
    if (stopCurrent === stop) stopCurrent = null
  }
}
