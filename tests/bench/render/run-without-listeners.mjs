/** An engine run without a listener for its reports. */
export const runWithoutListeners = {
  signal: new AbortController().signal,
  onStage: () => {},
  onProgress: () => {},
  handle: null,
  saveHandle: () => Promise.resolve(),
}
