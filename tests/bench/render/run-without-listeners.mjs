/** The options of an engine run whose reports nothing listens to. */
export const runWithoutListeners = {
  signal: new AbortController().signal,
  onStage: () => {},
  onProgress: () => {},
  handle: null,
  saveHandle: () => Promise.resolve(),
}
