/** Options of an engine run that ignore its stages, its progress and its handle. */
export const runWithoutListeners = {
  signal: new AbortController().signal,
  onStage: () => {},
  onProgress: () => {},
  handle: null,
  saveHandle: () => Promise.resolve(),
}
