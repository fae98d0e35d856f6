/** Ends when the page has nothing else to do; where a browser can't tell, when what runs now is done. */
export function untilIdle(): Promise<unknown> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(resolve)
    else setTimeout(resolve)
  })
}
