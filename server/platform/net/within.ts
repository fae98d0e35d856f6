/**
 * Does work with a signal that is also aborted after `limitMs`. With a timer of its own: of `AbortSignal.timeout` inside
 * `AbortSignal.any` Node 20 keeps nothing alive, so that the limit may never come.
 */
export async function within<T>(limitMs: number, signal: AbortSignal, work: (limited: AbortSignal) => Promise<T>): Promise<T> {
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(new Error(`not done within ${limitMs} ms`)), limitMs)
  try {
    return await work(AbortSignal.any([signal, late.signal]))
  } finally {
    clearTimeout(timer)
  }
}
