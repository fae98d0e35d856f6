/** A run of an engine whose reports nobody reads. */
export const unheardRun = {
  signal: new AbortController().signal,
  onStage: () => {},
  onProgress: () => {},
  handle: null,
  saveHandle: () => Promise.resolve(),
}
